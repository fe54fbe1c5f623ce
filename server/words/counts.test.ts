import { describe, expect, it } from 'vitest';
import { confidenceWords, countOf, formatShare } from './counts';

describe('shares and counts', () => {
  it.each([
    [0, '0 %'],
    [0.004, '< 1 %'],
    [0.125, '13 %'],
    [1, '100 %'],
    [12.5, '1,250 %'],
  ])('shows the share %d as %s', (share, shown) => {
    expect(formatShare(share)).toBe(shown);
  });

  it('pluralises the noun', () => {
    expect(countOf(1, 'pod')).toBe('1 pod');
    expect(countOf(0, 'pod')).toBe('0 pods');
    expect(countOf(1234, 'policy', 'policies')).toBe('1,234 policies');
  });

  it('says what a confidence means', () => {
    expect(confidenceWords(0)).toBe('no history yet');
    expect(confidenceWords(0.4)).toBe('40 % of a day of history');
    expect(confidenceWords(1)).toBe('1 day of history');
    expect(confidenceWords(2.54)).toBe('2.5 days of history');
  });
});
