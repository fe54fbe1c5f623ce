import { describe, expect, it } from 'vitest';
import { leftOutWords } from './left-out-words';

describe('what the sums leave out', () => {
  it.each([
    [0, 0, undefined],
    [1, 0, 'Not counted: 1 container without a request.'],
    [0, 3, 'Not counted: 3 containers without a target.'],
    [1200, 1, 'Not counted: 1,200 containers without a request, 1 without a target.'],
  ])('%i without a request and %i without a target: %s', (noRequest, noTarget, words) => {
    expect(leftOutWords({ leftOut: { noRequest, noTarget } })).toBe(words);
  });
});
