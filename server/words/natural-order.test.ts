import { describe, expect, it } from 'vitest';
import { compareTexts, naturalKey } from './natural-order';

describe('the natural order of names', () => {
  it.each([
    [
      ['web-10', 'web-2', 'web-1'],
      ['web-1', 'web-2', 'web-10'],
    ],
    [
      ['b', 'A', 'a1', 'a'],
      ['A', 'a', 'a1', 'b'],
    ],
    [
      ['v1.10.0', 'v1.9.3'],
      ['v1.9.3', 'v1.10.0'],
    ],
    [
      ['job-20260101', 'job-7'],
      ['job-7', 'job-20260101'],
    ],
  ])('of %j is %j', (names, sorted) => {
    expect(names.sort((a, b) => compareTexts(naturalKey(a), naturalKey(b)))).toEqual(sorted);
  });

  it('treats numbers with leading zeros as equal', () => {
    expect(naturalKey('web-007')).toBe(naturalKey('web-7'));
  });
});
