import { describe, expect, it } from 'vitest';
import { parseCron } from '@/sandbox/controllers/cron-schedule';

function next(schedule: string, after: string, timeZone?: string): string | undefined {
  const parsed = parseCron(schedule, timeZone);
  if (!parsed) return 'not a schedule';
  const ms = parsed.nextRunMs(Date.parse(after));
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);
}

describe('a cron schedule', () => {
  const cases: [string, string, string | undefined][] = [
    ['* * * * *', '2026-03-02T10:15:00Z', '2026-03-02T10:16'],
    ['* * * * *', '2026-03-02T10:15:59Z', '2026-03-02T10:16'],
    ['*/15 * * * *', '2026-03-02T10:16:00Z', '2026-03-02T10:30'],
    ['5,35 8-18 * * mon-fri', '2026-03-06T18:40:00Z', '2026-03-09T08:05'],
    ['0 0 1 * *', '2026-01-31T12:00:00Z', '2026-02-01T00:00'],
    ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00'],
    ['0 12 13 * 5', '2026-03-01T00:00:00Z', '2026-03-06T12:00'],
    ['@hourly', '2026-03-02T23:59:00Z', '2026-03-03T00:00'],
    ['0 0 * * 7', '2026-03-02T00:00:00Z', '2026-03-08T00:00'],
    ['@midnight', '2026-03-02T00:00:00Z', '2026-03-03T00:00'],
    ['0 0 31 2 *', '2026-03-02T00:00:00Z', 'not a schedule'],
  ];
  it.each(cases)('%s after %s runs at %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it.each([
    ['30 9 * * *', '2026-01-15T00:00:00Z', 'America/New_York', '2026-01-15T14:30'],
    ['30 9 * * *', '2026-07-15T00:00:00Z', 'America/New_York', '2026-07-15T13:30'],
    ['0 0 * * *', '2026-07-15T00:00:00Z', 'Asia/Kolkata', '2026-07-15T18:30'],
    ['0 0 * * *', '2026-07-15T00:00:00Z', 'Mars/Base', 'not a schedule'],
  ])('%s after %s in %s runs at %s', (schedule, after, timeZone, expected) => {
    expect(next(schedule, after, timeZone)).toBe(expected);
  });

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* * * * funday',
    '*/0 * * * *',
    '5-1 * * * *',
    'a b c d e',
  ])('refuses "%s"', (schedule) => {
    expect(parseCron(schedule)).toBeUndefined();
  });
});
