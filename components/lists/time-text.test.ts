import { describe, expect, it } from 'vitest';
import { inUtc, inZone, stretchOf, timeFaults } from './time-text';

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
    ['UTC', 'first', '2026-11-21', '2026-11-21'],
    ['Asia/Kolkata', 'first', '2026-11-21 05:30', '2026-11-21 00:00'],
    ['Europe/Berlin', 'last', '2026-07-01 12:00', '2026-07-01 10:00'],
    ['Europe/Berlin', 'last', 'later', 'later'],
    ['Europe/Berlin', 'first', '', ''],
  ] as const)('in %s as the %s of a range, %s is %s in UTC, and shown as typed', (zone, end, typed, utc) => {
    expect(inUtc(typed, zone, end)).toBe(utc);
    expect(inZone(utc, zone, end)).toBe(typed);
  });

  it('names a day of the own time zone from its first minute to its last', () => {
    expect(inUtc('2026-11-21', 'Europe/Berlin', 'first')).toBe('2026-11-20 23:00');
    expect(inUtc('2026-11-21', 'Europe/Berlin', 'last')).toBe('2026-11-21 22:59');
    expect(inZone('2026-11-21', 'Europe/Berlin', 'first')).toBe('2026-11-21 01:00');
    expect(inZone('2026-11-21', 'Europe/Berlin', 'last')).toBe('2026-11-22 00:59');
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
