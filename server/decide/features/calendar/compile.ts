import { durationSetting } from '../../../lib/time/duration-setting';
import { Calendar } from './calendar';
import { CronError, cronStarts } from './cron';
import { type CalendarRule, type End, once, repeated, weekdayOf, type YearDay, yearly } from './rule';
import type { BlackoutSpec, CalendarFault, CalendarSpec, WindowSpec } from './schema';
import { DAY_MS, Zone } from './zone';

export type Compiled = { readonly calendar: Calendar } | { readonly faults: readonly CalendarFault[] };

/** Longest window, in elapsed time. */
const LONGEST_MS = 31 * DAY_MS;
const MINUTE_MS = 60_000;
/** Times a day at which windows and blackouts begin, all together: what is looked through for years must stay short. */
const MOST_STARTS = 288;
const HOW_LONG = 'must be a duration from 1m to 31d, such as 4h or 1h30m';
const HOW_DATED = 'must be a day such as 2026-12-24, 12-24 for every year, or 2026-12-24 18:00';

/** Makes a calendar of its fields. */
export function compileCalendar(spec: CalendarSpec): Compiled {
  const reader = new Reader();
  const zone = reader.zoneOf(spec.timeZone, 'timeZone') ?? utc();
  if (!spec.windows && !spec.blackouts)
    reader.fault('windows', 'says nothing; give windows, blackouts or both');
  const windows = spec.windows?.map((one, index) => reader.windowOf(one, `windows[${index}]`, zone));
  const blackouts = (spec.blackouts ?? []).map((one, index) =>
    reader.blackoutOf(one, `blackouts[${index}]`, zone),
  );
  if (reader.startsADay > MOST_STARTS)
    reader.fault(
      '',
      `begins windows and blackouts ${reader.startsADay} times a day; it takes ${MOST_STARTS} at most`,
    );
  if (reader.faults.length > 0) return { faults: reader.faults };
  return { calendar: new Calendar(spec, zone.name, windows, blackouts) };
}

/** Made when first asked for: with the first zone, Node loads 8 MB of what it knows of languages. */
const utc = () => Zone.named('UTC') as Zone;
const NEVER: CalendarRule = () => [];

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Reads weekdays such as `Mon-Fri, Sun`; undefined if there is another word among them. */
function weekdaysIn(days: string | readonly string[]): ((day: number) => boolean) | undefined {
  const on = new Set<number>();
  const parts = (typeof days === 'string' ? [days] : days).flatMap((text) => text.split(','));
  for (const part of parts) {
    const [first, last, ...rest] = part.split('-').map((name) => indexOf(name.trim()));
    if (first === undefined || first < 0 || rest.length > 0 || last === -1) return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      on.add(day);
      if (day === (last ?? first)) break;
    }
  }
  return (day) => on.has(weekdayOf(day));
}

/** Of a name or its beginning, from three letters on. */
function indexOf(name: string): number {
  return name.length < 3 ? -1 : DAYS.findIndex((day) => day.startsWith(name.toLowerCase()));
}

/** Reads rules; what is wrong is noted by its field. */
class Reader {
  readonly faults: CalendarFault[] = [];
  startsADay = 0;

  fault(field: string, message: string): undefined {
    this.faults.push({ field, message });
    return undefined;
  }

  zoneOf(name: string | undefined, field: string): Zone | undefined {
    if (name === undefined) return undefined;
    const zone = Zone.named(name.trim());
    return (
      zone ?? this.fault(field, `"${name}" is no time zone; it takes an IANA name such as Europe/Berlin`)
    );
  }

  windowOf(spec: WindowSpec, field: string, usual: Zone): CalendarRule {
    const zone = this.zoneOf(spec.timeZone, `${field}.timeZone`) ?? usual;
    if (spec.cron !== undefined) return this.cronRule(spec, spec.cron, field, zone);
    if (spec.from === undefined)
      return this.fault(field, 'needs from, such as from: "22:00", or cron') ?? NEVER;
    const days = this.daysOf(spec.days, `${field}.days`);
    const from = this.minuteOf(spec.from, `${field}.from`);
    const end = this.endOf(spec, field, from ?? 0);
    if (!days || from === undefined || !end) return NEVER;
    this.startsADay += 1;
    return repeated(zone, { isOn: days, minutes: [from] }, end);
  }

  blackoutOf(spec: BlackoutSpec, field: string, usual: Zone): CalendarRule {
    const { date, from = '', to } = spec;
    if (date === undefined && !from.includes('-')) return this.windowOf(spec, field, usual);
    const zone = this.zoneOf(spec.timeZone, `${field}.timeZone`) ?? usual;
    if (spec.days !== undefined || spec.for !== undefined || spec.cron !== undefined)
      return this.fault(field, 'has dates, so it takes no days, for or cron') ?? NEVER;
    if (date !== undefined) {
      if (spec.from !== undefined || to !== undefined)
        return this.fault(field, 'has a date, so it takes no from and to') ?? NEVER;
      return this.datesRule(zone, date, date, [`${field}.date`, `${field}.date`]);
    }
    if (to === undefined)
      return this.fault(`${field}.to`, 'is missing: the last day of the blackout') ?? NEVER;
    return this.datesRule(zone, from, to, [`${field}.from`, `${field}.to`]);
  }

  private cronRule(spec: WindowSpec, cron: string, field: string, zone: Zone): CalendarRule {
    if (spec.days !== undefined || spec.from !== undefined || spec.to !== undefined)
      return this.fault(field, 'has cron, so it takes no days, from and to') ?? NEVER;
    const afterMs = this.lengthOf(spec.for, `${field}.for`);
    try {
      const starts = cronStarts(cron);
      this.startsADay += starts.minutes.length;
      return afterMs === undefined ? NEVER : repeated(zone, starts, { afterMs });
    } catch (error) {
      if (!(error instanceof CronError)) throw error;
      return this.fault(`${field}.cron`, `"${cron}" ${error.message}`) ?? NEVER;
    }
  }

  private daysOf(days: WindowSpec['days'], field: string): ((day: number) => boolean) | undefined {
    if (days === undefined) return () => true;
    const isOn = weekdaysIn(days);
    return isOn ?? this.fault(field, 'must be weekdays such as [Mon-Fri] or Sat, Sun');
  }

  private endOf({ to, for: length }: WindowSpec, field: string, fromMinute: number): End | undefined {
    if ((to === undefined) === (length === undefined))
      return this.fault(field, 'needs either to, such as to: "06:00", or for, such as for: 8h');
    if (to === undefined) {
      const afterMs = this.lengthOf(length, `${field}.for`);
      return afterMs === undefined ? undefined : { afterMs };
    }
    const atMinute = to.trim() === '24:00' ? 24 * 60 : this.minuteOf(to, `${field}.to`);
    if (atMinute === undefined) return undefined;
    return { atMinute: atMinute > fromMinute ? atMinute : atMinute + 24 * 60 };
  }

  private lengthOf(text: string | undefined, field: string): number | undefined {
    if (text === undefined) return this.fault(field, `is missing: ${HOW_LONG}`);
    const ms = durationSetting.safeParse(text.trim()).data ?? 0;
    return ms >= MINUTE_MS && ms <= LONGEST_MS ? ms : this.fault(field, `"${text}" ${HOW_LONG}`);
  }

  private minuteOf(text: string, field: string): number | undefined {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
    const [hours, minutes] = [Number(hour), Number(minute)];
    if (hours <= 23 && minutes <= 59) return hours * 60 + minutes;
    return this.fault(field, `"${text}" must be a time from 00:00 to 23:59`);
  }

  private datesRule(
    zone: Zone,
    from: string,
    to: string,
    [fromField, toField]: [string, string],
  ): CalendarRule {
    const [first, last] = [dateIn(from), dateIn(to)];
    if (!first) return this.fault(fromField, `"${from}" ${HOW_DATED}`) ?? NEVER;
    if (!last) return this.fault(toField, `"${to}" ${HOW_DATED}`) ?? NEVER;
    if ('month' in first && 'month' in last) return yearly(zone, first, last);
    if ('month' in first || 'month' in last)
      return this.fault(toField, `"${to}" must have a year if "${from}" has one, or none`) ?? NEVER;
    if (last.endMs <= first.startMs) return this.fault(toField, `"${to}" is before "${from}"`) ?? NEVER;
    return once(zone, first.startMs, last.endMs);
  }
}

/** A day of every year, or a day or a minute of the wall clock from when to when, in local time. */
function dateIn(text: string): YearDay | { startMs: number; endMs: number } | undefined {
  const [, year, month = '', day = '', time] =
    /^(?:(\d{4})-)?(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  // 2024 has a 29 February.
  const startMs = Date.parse(`${year ?? '2024'}-${month}-${day}T${time ?? '00:00'}Z`);
  if (Number.isNaN(startMs) || new Date(startMs).getUTCDate() !== Number(day)) return undefined;
  if (year === undefined) return time === undefined ? { month: Number(month), day: Number(day) } : undefined;
  return { startMs, endMs: time === undefined ? startMs + DAY_MS : startMs };
}
