import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import type { Calendar } from './calendar';
import { compileCalendar } from './compile';
import { cronStarts } from './cron';
import type { CalendarSpec } from './schema';
import { DAY_MS } from './zone';

const MINUTE = 60_000;
const HOURS_LOOKED_AT = 60;

/** With gaps and repeats of an hour, of half an hour, at midnight, in Ramadan, of a whole day. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface Window {
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly end: { readonly toMinute: number } | { readonly lastsMinutes: number };
}

const windows = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  // Mostly at night, when clocks change.
  fromMinute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 240 })),
  end: fc.oneof(
    fc.record({ toMinute: fc.oneof(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 240 })) }),
    fc.record({ lastsMinutes: fc.integer({ min: 1, max: 3000 }) }),
  ),
});

/** A time shortly before the clocks of the zone change, if they ever do. */
const momentsIn = (timeZone: string) =>
  fc
    .record({ year: fc.integer({ min: 2008, max: 2036 }), hoursBefore: fc.integer({ min: 0, max: 48 }) })
    .map(({ year, hoursBefore }) => {
      const begin = Temporal.PlainDateTime.from({ year, month: 1, day: 1 }).toZonedDateTime(timeZone);
      const change = begin.getTimeZoneTransition('next') ?? begin;
      return change.epochMilliseconds - hoursBefore * 60 * MINUTE;
    });

const cases = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    open: fc.array(windows, { minLength: 1, maxLength: 3 }),
    closed: fc.array(windows, { maxLength: 2 }),
  })
  .chain((given) => momentsIn(given.timeZone).map((fromMs) => ({ ...given, fromMs })));

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function written({ days, fromMinute, end }: Window) {
  const common = { days: days.map((day) => WEEKDAYS[day - 1] ?? ''), from: clock(fromMinute) };
  return 'toMinute' in end
    ? { ...common, to: clock(end.toMinute) }
    : { ...common, for: `${end.lastsMinutes}m` };
}

function compiled(spec: CalendarSpec): Calendar {
  const made = compileCalendar(spec);
  if ('faults' in made) throw new Error(JSON.stringify(made.faults));
  return made.calendar;
}

/** The times of a window as `Temporal` tells them. */
function byTemporal(timeZone: string, { days, fromMinute, end }: Window, fromMs: number, toMs: number) {
  const at = (date: Temporal.PlainDate, minute: number) =>
    date
      .add({ days: Math.floor(minute / 1440) })
      .toPlainDateTime({ hour: Math.floor((minute % 1440) / 60), minute: minute % 60 })
      .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
  const found: [number, number][] = [];
  let date = Temporal.Instant.fromEpochMilliseconds(fromMs - 5 * DAY_MS)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  for (; at(date, 0) < toMs + 2 * DAY_MS; date = date.add({ days: 1 })) {
    if (!days.includes(date.dayOfWeek)) continue;
    const startMs = at(date, fromMinute);
    if ('lastsMinutes' in end) found.push([startMs, startMs + end.lastsMinutes * MINUTE]);
    else found.push([startMs, at(date, end.toMinute > fromMinute ? end.toMinute : end.toMinute + 1440)]);
  }
  return found;
}

describe('a calendar', () => {
  it('agrees with Temporal, minute by minute, where clocks change', () => {
    fc.assert(
      fc.property(cases, ({ timeZone, open, closed, fromMs }) => {
        const toMs = fromMs + HOURS_LOOKED_AT * 60 * MINUTE;
        const calendar = compiled({
          timeZone,
          windows: open.map(written),
          blackouts: closed.map(written),
        });
        const all = (list: Window[]) => list.flatMap((one) => byTemporal(timeZone, one, fromMs, toMs));
        const [lit, dark] = [all(open), all(closed)];
        const isIn = (list: [number, number][], ms: number) =>
          list.some(([from, to]) => from <= ms && ms < to);
        const spans = calendar.openSpans(fromMs, toMs);
        let next = 0;
        for (let ms = fromMs; ms < toMs; ms += MINUTE) {
          const expected = isIn(lit, ms) && !isIn(dark, ms);
          while ((spans[next]?.endMs ?? Infinity) <= ms) next++;
          const told = (spans[next]?.startMs ?? Infinity) <= ms;
          if (told !== expected) expect({ at: new Date(ms).toISOString(), told }).toEqual({ told: expected });
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('tells the next opening and closing that its spans have', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 3000 }), ({ timeZone, open, closed, fromMs }, later) => {
        const calendar = compiled({ timeZone, windows: open.map(written), blackouts: closed.map(written) });
        const atMs = fromMs + later * MINUTE;
        const { isOpen, changesMs } = calendar.stateAt(atMs);
        const spans = calendar.openSpans(atMs, atMs + 40 * DAY_MS);
        const [first] = spans;
        expect(isOpen).toBe(first?.startMs === atMs);
        const change = isOpen ? first?.endMs : first?.startMs;
        if (change !== undefined && change < atMs + 40 * DAY_MS) expect(changesMs).toBe(change);
        expect(calendar.isOpen(atMs + 1)).toBe(calendar.openSpans(atMs + 1, atMs + 2).length > 0);
      }),
      { numRuns: runs(150) },
    );
  });

  it('starts on the days that cron-parser names', () => {
    const field = (low: number, high: number) =>
      fc.oneof(
        fc.constant('*'),
        fc.integer({ min: low, max: high }).map(String),
        fc
          .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }))
          .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
        fc.constant('*/3'),
      );
    const dates = fc.oneof(field(1, 28), fc.constantFrom('L', '1,L', '?'));
    const weekdays = fc.oneof(field(0, 7), fc.constantFrom('5L', '3#2', 'mon-fri', '0L', '7'));
    fc.assert(
      fc.property(
        field(0, 59),
        field(0, 23),
        dates,
        field(1, 12),
        weekdays,
        (minute, hour, date, month, day) => {
          const text = [minute, hour, date, month, day].join(' ');
          const { isOn, minutes } = cronStarts(text);
          const fromMs = Date.UTC(2027, 0, 1);
          const starts = CronExpressionParser.parse(text, {
            tz: 'UTC',
            currentDate: new Date(fromMs - 1000),
          });
          let at = fromMs - 1000;
          for (let count = 0; count < 4; count++) {
            const expected = starts.next().getTime();
            at = nextOf(at, isOn, minutes);
            expect([text, new Date(at).toISOString()]).toEqual([text, new Date(expected).toISOString()]);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

function nextOf(afterMs: number, isOn: (day: number) => boolean, minutes: readonly number[]): number {
  for (let day = Math.floor(afterMs / DAY_MS); ; day++) {
    if (!isOn(day)) continue;
    const minute = minutes.find((one) => day * DAY_MS + one * MINUTE > afterMs);
    if (minute !== undefined) return day * DAY_MS + minute * MINUTE;
  }
}
