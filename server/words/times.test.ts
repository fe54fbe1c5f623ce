import { describe, expect, it } from 'vitest';
import {
  absoluteTime,
  formatDuration,
  relativeTime,
  shortTime,
  timeOfDay,
  withTimesInWords,
  zoneOffsetMs,
} from './times';

describe('times', () => {
  it.each([
    [0, '0 s'],
    [14, '14 ms'],
    [999, '999 ms'],
    [12_400, '12 s'],
    [59_999, '59 s'],
    [3 * 60_000, '3 min'],
    [90 * 60_000, '1.5 h'],
    [11.9 * 3_600_000, '11 h'],
    [25 * 3_600_000, '1 d'],
    [36 * 3_600_000, '1.5 d'],
    [8 * 86_400_000, '8 d'],
  ])('shows %d ms as %s', (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });

  it('says how long ago or how soon', () => {
    expect(relativeTime(0, 500)).toBe('just now');
    expect(relativeTime(0, 180_000)).toBe('3 min ago');
    expect(relativeTime(180_000, 0)).toBe('in 3 min');
  });

  it('gives absolute times in UTC', () => {
    const at = Date.UTC(2026, 10, 21, 10, 31, 7);
    expect(absoluteTime(at)).toBe('21 Nov 2026, 10:31:07 UTC');
    expect(shortTime(at)).toBe('21 Nov 10:31');
    expect(timeOfDay(at)).toBe('10:31');
  });

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 10, 21, 23, 31, 7), '22 Nov 2026, 00:31:07 CET', 1],
    ['Europe/Berlin', Date.UTC(2026, 6, 1, 10, 0), '1 Jul 2026, 12:00:00 CEST', 2],
    ['Asia/Kolkata', Date.UTC(2026, 10, 21, 18, 29, 59), '21 Nov 2026, 23:59:59 GMT+5:30', 5.5],
    ['America/New_York', Date.UTC(2027, 0, 1, 4, 59, 59, 999), '31 Dec 2026, 23:59:59 GMT-5', -5],
    ['Etc/UTC', Date.UTC(2026, 10, 21, 10, 31, 7), '21 Nov 2026, 10:31:07 UTC', 0],
  ])('gives the times of %s', (zone, at, words, hours) => {
    expect(absoluteTime(at, zone)).toBe(words);
    expect(zoneOffsetMs(at, zone)).toBe(hours * 3_600_000);
    expect(words).toContain(timeOfDay(at, zone));
    expect(shortTime(at, zone)).toMatch(new RegExp(`${timeOfDay(at, zone)}$`));
  });

  it('tells the hour that comes twice in autumn apart', () => {
    const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    expect(absoluteTime(first, 'Europe/Berlin')).toBe('25 Oct 2026, 02:30:00 CEST');
    expect(absoluteTime(second, 'Europe/Berlin')).toBe('25 Oct 2026, 02:30:00 CET');
  });

  it('rewrites the times in a message as people read them', () => {
    expect(
      withTimesInWords(
        'at 2026-11-21T10:31:07Z, undone at 2026-11-21T12:00:07.250Z, held until 2026-11-22T12:00:07Z or 2027-01-01T00:00:00Z',
      ),
    ).toBe(
      'at 21 Nov 2026, 10:31:07 UTC, undone at 12:00, held until 22 Nov 12:00 or 1 Jan 2027, 00:00:00 UTC',
    );
    expect(withTimesInWords('v1.2026-1 at 9999-99-99T0Z')).toBe('v1.2026-1 at 9999-99-99T0Z');
  });
});
