import { describe, expect, it } from 'vitest';
import { stretchOf, timeFaults } from './time-text';

const at = Date.UTC;

describe('a time as typed', () => {
  it.each([
    ['2026-11-21 20:47', at(2026, 10, 21, 20, 47), at(2026, 10, 21, 20, 48) - 1],
    [' 2026-11-21T00:00 ', at(2026, 10, 21), at(2026, 10, 21, 0, 1) - 1],
    ['2024-02-29', at(2024, 1, 29), at(2024, 2, 1) - 1],
  ])("'%s is a range", (text, firstMs, lastMs) => {
    expect(stretchOf(text)).toEqual({ firstMs, lastMs });
  });

  it.each([
    '',
    'soon',
    '2026',
    '2026-02-30',
    '2026-13-01 10:00',
    '2026-11-21 24:00',
    '2026-11-21 9:00',
    '11/21/2026',
  ])('"%s" names none', (text) => {
    expect(stretchOf(text)).toBeUndefined();
  });

  it.each([
    ['', '', undefined, undefined],
    ['2026-11-21', '2026-11-21 10:00', undefined, undefined],
    ['2026-11-21 10:00', '2026-11-21', undefined, undefined],
    ['2026-11-21 10:00', '2026-11-21 09:59', undefined, 'This is before From'],
    ['soon', '2026-11-21', 'Write it as YYYY-MM-DD hh:mm', undefined],
    ['2026-11-21', 'later', undefined, 'Write it as YYYY-MM-DD hh:mm'],
  ])('from %s until %s is told what is wrong', (since, until, ofSince, ofUntil) => {
    expect(timeFaults(since, until)).toEqual({ since: ofSince, until: ofUntil });
  });
});
