import { describe, expect, it } from 'vitest';
import { calendarFaults, calendarOf, readCalendar } from './reading';

const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) =>
  ms === undefined ? undefined : new Date(ms).toISOString().replace(':00.000Z', 'Z');

function calendarIn(text: string) {
  const read = readCalendar(text);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.calendar;
}

/** The spans of one stretch of time, in UTC. */
function spans(text: string, from: string, to: string) {
  return calendarIn(text)
    .openSpans(at(from), at(to))
    .map(({ startMs, endMs }) => `${iso(startMs)} ${iso(endMs)}`);
}

describe('a calendar', () => {
  it('opens on its days at its times, over midnight too', () => {
    const text = 'timeZone: Europe/Berlin\nwindows:\n- days: [Mon-Fri]\n  from: "22:00"\n  to: "06:00"';
    expect(spans(text, '2026-11-20T00:00Z', '2026-11-24T00:00Z')).toEqual([
      '2026-11-20T00:00Z 2026-11-20T05:00Z',
      '2026-11-20T21:00Z 2026-11-21T05:00Z',
      '2026-11-23T21:00Z 2026-11-24T00:00Z',
    ]);
  });

  it('takes cron, JSON, several windows and a time zone for each', () => {
    const text = JSON.stringify({
      windows: [
        { cron: '0 3 * * 2', for: '2h', timeZone: 'America/New_York' },
        { days: 'Sat, Sun', from: '10:00', for: '1h30m' },
      ],
    });
    expect(spans(text, '2026-11-21T00:00Z', '2026-11-25T00:00Z')).toEqual([
      '2026-11-21T10:00Z 2026-11-21T11:30Z',
      '2026-11-22T10:00Z 2026-11-22T11:30Z',
      '2026-11-24T08:00Z 2026-11-24T10:00Z',
    ]);
  });

  it('lets blackouts win: days, ranges, every year, weekly', () => {
    const text = `
windows: [{from: "10:00", for: 2h}]
blackouts:
- date: 2026-12-01
- {from: "2026-12-02 11:00", to: "2026-12-03 10:30"}
- {from: 12-24, to: 01-02}
- {days: Sat, from: "00:00", to: "24:00"}`;
    expect(spans(text, '2026-12-01T00:00Z', '2026-12-06T00:00Z')).toEqual([
      '2026-12-02T10:00Z 2026-12-02T11:00Z',
      '2026-12-03T10:30Z 2026-12-03T12:00Z',
      '2026-12-04T10:00Z 2026-12-04T12:00Z',
    ]);
    expect(iso(calendarIn(text).nextOpening(at('2027-12-23T12:00Z')))).toBe('2028-01-03T10:00Z');
  });

  it('opens without windows at all times but in blackouts', () => {
    const calendar = calendarIn('blackouts: [{from: 2026-12-20, to: 2026-12-31}]');
    expect(iso(calendar.closesAt(at('2026-11-22T00:00Z')))).toBe('2026-12-20T00:00Z');
    expect(iso(calendar.nextOpening(at('2026-12-25T00:00Z')))).toBe('2027-01-01T00:00Z');
    expect(calendar.closesAt(at('2027-01-01T00:00Z'))).toBeUndefined();
  });

  it('reads a start that the clock skips by the offset before: 02:30 becomes 03:30', () => {
    const text = 'timeZone: Europe/Berlin\nwindows: [{from: "02:30", for: 1h}]';
    expect(spans(text, '2026-03-29T00:00Z', '2026-03-30T00:00Z')).toEqual([
      '2026-03-29T01:30Z 2026-03-29T02:30Z',
    ]);
  });

  it('opens once in the hour that is shown twice, at the first', () => {
    const text = 'timeZone: Europe/Berlin\nwindows: [{cron: "30 2 * * *", for: 45m}]';
    expect(spans(text, '2026-10-25T00:00Z', '2026-10-26T00:00Z')).toEqual([
      '2026-10-25T00:30Z 2026-10-25T01:15Z',
    ]);
  });

  it('counts a duration in elapsed time, and an end by the clock', () => {
    const night = (end: string) => `timeZone: Europe/Berlin\nwindows: [{from: "22:00", ${end}}]`;
    const span = (text: string) => spans(text, '2026-03-28T12:00Z', '2026-03-29T12:00Z');
    expect(span(night('for: 8h'))).toEqual(['2026-03-28T21:00Z 2026-03-29T05:00Z']);
    expect(span(night('to: "06:00"'))).toEqual(['2026-03-28T21:00Z 2026-03-29T04:00Z']);
  });

  it('joins windows that touch, so that it closes once', () => {
    const calendar = calendarIn(
      'windows: [{cron: "*/10 * * * *", for: 10m}]\nblackouts: [{date: 2026-12-01}]',
    );
    expect(iso(calendar.closesAt(at('2026-11-22T10:05Z')))).toBe('2026-12-01T00:00Z');
  });

  it('says what it exempts', () => {
    const calendar = calendarIn('windows: [{from: "22:00", for: 1h}]\nexempt: [oom]');
    expect([calendar.exempts('oom'), calendar.exempts('in-place')]).toEqual([true, false]);
  });
});

describe('a calendar that cannot be used', () => {
  it.each([
    ['', 'is empty; it takes a calendar, or always'],
    ['windows: [', 'is neither YAML nor JSON: '],
    ['- Mon', 'must be fields'],
    ['{}', 'windows says nothing; give windows, blackouts or both'],
    ['window: []', 'window is no field of a calendar; it takes timeZone, windows, blackouts, exempt'],
    ['windows: []', 'windows: must have a window'],
    ['windows: [{from: "22:00"}]', 'windows[0] needs either to, such as to: "06:00", or for'],
    ['windows: [{for: 1h}]', 'windows[0] needs from, such as from: "22:00", or cron'],
    [
      'windows: [{from: "22:00", for: 1h, until: 3}]',
      'windows[0].until is no field of a window; it takes days,',
    ],
    ['windows: [{from: 22, for: 1h}]', 'windows[0].from: must be a text'],
    ['windows: [{from: "25:00", for: 1h}]', 'windows[0].from: "25:00" must be a time from 00:00 to 23:59'],
    ['windows: [{from: "22:00", for: 8}]', 'windows[0].for: must be a text'],
    [
      'windows: [{from: "22:00", for: 8 hours}]',
      'windows[0].for: "8 hours" must be a duration from 1m to 31d',
    ],
    ['windows: [{from: "22:00", for: 32d}]', 'windows[0].for: "32d" must be a duration from 1m to 31d'],
    ['windows: [{days: Mo, from: "22:00", for: 8h}]', 'windows[0].days: must be weekdays such as'],
    ['windows: [{days: Mon-Fre, from: "22:00", for: 8h}]', 'windows[0].days: must be weekdays such as'],
    [
      'windows: [{cron: "0 22 * *", for: 8h}]',
      'windows[0].cron: "0 22 * *" needs five fields: minute, hour,',
    ],
    ['windows: [{cron: "0 25 * * *", for: 8h}]', 'windows[0].cron: "0 25 * * *" is no cron expression'],
    [
      'windows: [{cron: "*/10 * * * *", for: 1m}]\nblackouts: [{cron: "*/10 1-23 * * *", for: 1m}, {cron: "*/10 2-2 * * *", for: 1m}, {from: "1:00", for: 1m}]',
      'begins windows and blackouts 289 times a day; it takes 288 at most',
    ],
    ['windows: [{cron: "H 2 * * *", for: 8h}]', 'windows[0].cron: "H 2 * * *" cannot use H'],
    ['windows: [{cron: "0 22 * * *"}]', 'windows[0].for is missing: must be a duration'],
    ['windows: [{cron: "0 22 * * *", from: "22:00", for: 8h}]', 'windows[0] has cron, so it takes no days'],
    [
      'windows: [{cron: "0 0 30 2 *", for: 8h}]',
      'windows[0].cron: "0 0 30 2 *" names a day that no month has',
    ],
    [
      'timeZone: Europe/Berln\nwindows: [{from: "22:00", for: 8h}]',
      'timeZone: "Europe/Berln" is no time zone',
    ],
    [
      'timeZone: "+02:00"\nwindows: [{from: "22:00", for: 8h}]',
      'timeZone: "+02:00" is no time zone; it takes',
    ],
    ['blackouts: [{date: 2026-02-30}]', 'blackouts[0].date: "2026-02-30" must be a day such as 2026-12-24'],
    ['blackouts: [{from: 2026-12-24}]', 'blackouts[0].to is missing: the last day of the blackout'],
    [
      'blackouts: [{from: 2026-12-24, to: 2026-12-01}]',
      'blackouts[0].to: "2026-12-01" is before "2026-12-24"',
    ],
    ['blackouts: [{from: 12-24, to: 2027-01-01}]', 'blackouts[0].to: "2027-01-01" must have a year if'],
    ['blackouts: [{date: 2026-12-24, for: 1h}]', 'blackouts[0] has dates, so it takes no days, for or cron'],
    ['windows: [{from: "22:00", for: 8h}]\nexempt: [all]', 'exempt[0]: must be oom or in-place'],
    [
      'a: &a {from: "22:00", for: 8h}\nwindows: [*a]',
      'is neither YAML nor JSON: Alias resolution is disabled',
    ],
    [
      'windows: [{from: "22:00", for: 8h}]\nblackouts: [{from: "00:00", to: "24:00"}]',
      'it never opens in the next 10 years: its blackouts cover every window',
    ],
    [
      'windows: [{from: "22:00", for: 1h}]\nblackouts: [{from: 2020-01-01, to: 2199-12-31}]',
      'it never opens in the next 10 years',
    ],
  ])('says so with the field and what it takes: %s', (text, fault) => {
    expect(calendarFaults(text, at('2026-11-22T12:00Z')).join('; ')).toContain(fault);
  });
});

describe('the calendar of a VPA', () => {
  const cluster = 'windows: [{from: "22:00", for: 8h}]';
  const vpa = (own?: string) => ({
    metadata: { name: 'web', ...(own !== undefined && { annotations: { 'plumbline.dev/calendar': own } }) },
  });

  it('is that of the cluster unless it has its own', () => {
    expect(calendarOf(vpa(), '')).toBeUndefined();
    expect(calendarOf(vpa(), cluster)).toMatchObject({ from: 'cluster', text: cluster, faults: [] });
    const own = 'windows: [{from: "01:00", for: 1h}]';
    expect(calendarOf(vpa(own), cluster)).toMatchObject({ from: 'vpa', text: own });
    expect(calendarOf(vpa('always'), cluster)).toBeUndefined();
  });

  it('is there without windows if its own cannot be read', () => {
    const reading = calendarOf(vpa('windows: soon'), cluster);
    expect(reading?.calendar).toBeUndefined();
    expect(reading?.faults).toEqual([{ field: 'windows', message: 'must be a list of windows' }]);
  });
});
