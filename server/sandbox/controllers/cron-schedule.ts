/** The five fields of a cron schedule as the sets of values they allow. */
export interface CronSchedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** When both day fields are restricted, either may match. */
  readonly eitherDay: boolean;
}

const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE_MS = 60_000;
/** Schedules repeat within eight years, leap days included. */
const LONGEST_SEARCH_DAYS = 366 * 8;

/** Reads "*\/5 8-18 * * mon-fri" and the like; undefined when it is no schedule. */
export function parseCron(text: string): CronSchedule | undefined {
  const fields = (NAMED[text.trim()] ?? text).trim().toLowerCase().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const minutes = parseField(minute, 0, 59);
  const hours = parseField(hour, 0, 23);
  const days = parseField(day, 1, 31);
  const months = parseField(month, 1, 12, MONTHS);
  const weekdays = parseField(weekday, 0, 7, WEEKDAYS);
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  if (weekdays.has(7)) weekdays.add(0);
  const eitherDay = !day.startsWith('*') && !weekday.startsWith('*');
  return { minutes, hours, days, months, weekdays, eitherDay };
}

/** The first time after `afterMs` that the schedule names, in UTC; undefined when there is none. */
export function nextRunMs(schedule: CronSchedule, afterMs: number): number | undefined {
  const first = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const startOfDay = new Date(first);
  startOfDay.setUTCHours(0, 0, 0, 0);
  for (let index = 0; index < LONGEST_SEARCH_DAYS; index++) {
    const day = new Date(startOfDay.getTime() + index * 24 * 60 * MINUTE_MS);
    if (!dayMatches(schedule, day)) continue;
    for (const hour of [...schedule.hours].sort((one, other) => one - other)) {
      for (const minute of [...schedule.minutes].sort((one, other) => one - other)) {
        const candidate = day.getTime() + (hour * 60 + minute) * MINUTE_MS;
        if (candidate >= first) return candidate;
      }
    }
  }
  return undefined;
}

function dayMatches(schedule: CronSchedule, day: Date): boolean {
  if (!schedule.months.has(day.getUTCMonth() + 1)) return false;
  const byDay = schedule.days.has(day.getUTCDate());
  const byWeekday = schedule.weekdays.has(day.getUTCDay());
  return schedule.eitherDay ? byDay || byWeekday : byDay && byWeekday;
}

function parseField(
  text: string,
  least: number,
  most: number,
  names: readonly string[] = [],
): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(?:\*|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) return undefined;
    const [, from, to, every] = match;
    const low = from === undefined ? least : numberOf(from, names, least);
    const high =
      to !== undefined ? numberOf(to, names, least) : from === undefined || every !== undefined ? most : low;
    const step = every === undefined ? 1 : Number(every);
    if (!(low >= least) || !(high <= most) || low > high || step < 1) return undefined;
    for (let value = low; value <= high; value += step) values.add(value);
  }
  return values;
}

function numberOf(text: string, names: readonly string[], least: number): number {
  const index = names.indexOf(text);
  return index >= 0 ? index + least : Number(text);
}
