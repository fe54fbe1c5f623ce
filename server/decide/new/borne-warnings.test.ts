import { describe, expect, it } from 'vitest';
import { borneWarnings } from './borne-warnings';

const total = (texts: readonly string[]) => texts.join('').length;

describe('warnings of a review', () => {
  it('are passed on as they are while an API server would pass on all', () => {
    const warnings = ['a'.repeat(3_000), 'b'.repeat(1_000)];
    expect(borneWarnings(warnings)).toEqual(warnings);
  });

  it('are each cut to their beginning beyond that', () => {
    const borne = borneWarnings(['a'.repeat(4_000), 'mind this', 'b'.repeat(4_000)]);
    expect(borne[1]).toBe('mind this');
    expect(borne.map(({ length }) => length <= 256)).toEqual([true, true, true]);
  });

  it.each([17, 100, 5_000])('fit though there are %i, and the last says how many are missing', (count) => {
    const borne = borneWarnings(Array.from({ length: count }, () => 'x'.repeat(300)));
    expect(total(borne)).toBeLessThanOrEqual(4_096);
    expect(borne.at(-1)).toContain(`${count - 15} more`);
  });

  it('have no character that a header cannot bear', () => {
    expect(borneWarnings(['a\r\nb\u0000c\u0085', '\ud800'])).toEqual(['a b c ', '\ufffd']);
  });
});
