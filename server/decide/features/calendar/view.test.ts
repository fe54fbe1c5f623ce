import { describe, expect, it } from 'vitest';
import { calendarTextView } from './view';

const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) =>
  ms === undefined ? 'never' : new Date(ms).toISOString().slice(0, 16);

const NIGHTS = `
timeZone: Europe/Berlin
windows:
- {days: [Mon-Fri, Sun], from: "22:00", to: "06:00"}
- {cron: "0 3 * * 2", for: 2h, timeZone: America/New_York}
blackouts: [{from: 12-20, to: 01-06}, {date: 2026-05-01}, {days: Fri, from: "12:00", to: "24:00"}]
exempt: [oom]`;

describe('what the pages show of a calendar', () => {
  it('has its rules in words and the next times it is open', () => {
    const { from, says } = calendarTextView(NIGHTS, '', at('2026-11-22T12:00Z'));
    expect(from).toBe('vpa');
    expect(says).toMatchObject({
      timeZone: 'Europe/Berlin',
      windows: ['Mon–Fri, Sun 22:00 to 06:00', 'cron 0 3 * * 2 for 2h (America/New_York)'],
      blackouts: ['every year 12-20 to 01-06', '2026-05-01', 'Fri 12:00 to 24:00'],
      exempt: ['oom'],
    });
    expect(says?.openings.slice(0, 2).map(({ startMs, endMs }) => [iso(startMs), iso(endMs)])).toEqual([
      ['2026-11-22T21:00', '2026-11-23T05:00'],
      ['2026-11-23T21:00', '2026-11-24T05:00'],
    ]);
  });

  it('stays the same while nothing opens or closes', () => {
    const view = (time: string) => calendarTextView(NIGHTS, '', at(time));
    expect(view('2026-11-22T22:00Z')).toEqual(view('2026-11-22T21:30Z'));
    expect(view('2026-11-22T12:00Z')).toEqual(view('2026-11-22T13:00Z'));
  });

  it('has a week of its own days, also when one of them has 25 hours', () => {
    const { week } = calendarTextView(NIGHTS, '', at('2026-10-23T12:00Z')).says ?? {};
    const hours = week?.days.slice(1).map((day, index) => (day - (week.days[index] ?? 0)) / 3_600_000);
    expect(hours).toEqual([24, 24, 25, 24, 24, 24, 24]);
    expect(iso(week?.days[0])).toBe('2026-10-22T22:00');
  });

  it('says why it never opens, and nothing where pods may always change', () => {
    expect(calendarTextView('windows: soon', '', 0)).toEqual({
      own: 'windows: soon',
      from: 'vpa',
      faults: ['windows: must be a list of windows'],
    });
    expect(calendarTextView('always', NIGHTS, 0)).toEqual({ own: 'always', faults: [] });
    expect(calendarTextView(undefined, '', 0)).toEqual({ faults: [] });
    expect(calendarTextView(undefined, NIGHTS, 0).from).toBe('cluster');
  });

  it('has no end of an opening that lasts', () => {
    const view = calendarTextView('blackouts: [{date: 2026-11-24}]', '', at('2026-11-23T12:00Z'));
    expect(view.says?.openings.map(({ startMs, endMs }) => [iso(startMs), iso(endMs)])).toEqual([
      ['2026-11-22T00:00', '2026-11-24T00:00'],
      ['2026-11-25T00:00', 'never'],
    ]);
  });
});
