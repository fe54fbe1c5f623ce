const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly [ms: number, unit: string][] = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
];

/**
 * A duration in its largest fitting unit, one decimal below ten hours and days: `12 s`, `3 min`, `1.5 h`, `8
 * d`.
 */
export function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  for (const [unitMs, unit] of UNITS) {
    if (size < unitMs) continue;
    const value = size / unitMs;
    const decimals = unitMs >= HOUR && value < 10 ? 1 : 0;
    return `${Number((Math.floor(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals))} ${unit}`;
  }
  return size === 0 ? '0 s' : `${Math.round(size)} ms`;
}

/** `3 min ago`, `in 2 h`, `just now`; both times in Unix milliseconds of one clock. */
export function relativeTime(atMs: number, nowMs: number): string {
  const age = nowMs - atMs;
  if (Math.abs(age) < SECOND) return 'just now';
  return age > 0 ? `${formatDuration(age)} ago` : `in ${formatDuration(age)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 10:31:07 UTC`, or with the short name of another time zone. */
export function absoluteTime(ms: number, timeZone = UTC): string {
  const { day, month, year, clock, name } = wallParts(ms, timeZone);
  return `${day} ${month} ${year}, ${clock} ${name}`;
}

const UTC = 'UTC';

/** What a wall shows: the calendar day, and the clock with seconds; `name` is that of the time zone, such as `CET`. */
interface WallParts {
  day: number;
  month: string;
  year: string;
  clock: string;
  name: string;
}

function wallParts(ms: number, timeZone: string): WallParts {
  const wallMs = ms + zoneOffsetMs(ms, timeZone);
  const date = new Date(wallMs);
  return {
    day: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()] ?? '',
    year: String(date.getUTCFullYear()),
    clock: date.toISOString().slice(11, 19),
    name: timeZone === UTC ? UTC : (offsetParts(ms, timeZone).name ?? timeZone),
  };
}

/** `UTC`, `CET`: what the wall clock of a time zone is called then. */
export function zoneName(ms: number, timeZone: string): string {
  return wallParts(ms, timeZone).name;
}

/** How far the wall clock of a time zone is ahead of UTC then, in milliseconds; negative if it is behind. */
export function zoneOffsetMs(ms: number, timeZone: string): number {
  return timeZone === UTC ? 0 : offsetParts(ms, timeZone).offsetMs;
}

/** The format of the zone asked for last: pages ask for one, and making a format is slow. */
let lastFormat: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

function offsetParts(ms: number, timeZone: string): { offsetMs: number; name: string | undefined } {
  if (lastFormat?.timeZone !== timeZone)
    lastFormat = {
      timeZone,
      format: new Intl.DateTimeFormat('en-GB', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
        timeZoneName: 'short',
      }),
    };
  const parts = new Map(lastFormat.format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const wallMs = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return { offsetMs: wallMs - Math.floor(ms / SECOND) * SECOND, name: parts.get('timeZoneName') };
}

/** `Mon 23 Nov 2026, 22:00 Europe/Berlin`: what the wall clock of a time zone shows. */
export function zonedTime(ms: number, timeZone: string): string {
  const { weekday, day, month, year, hour, minute } = zonedParts(ms, timeZone);
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute} ${timeZone}`;
}

/** `Mon 23 Nov`. */
export function zonedDay(ms: number, timeZone: string): string {
  const { weekday, day, month } = zonedParts(ms, timeZone);
  return `${weekday} ${day} ${month}`;
}

/** `2026`. */
export function zonedYear(ms: number, timeZone: string): string {
  return zonedParts(ms, timeZone).year;
}

/** `22:00`. */
export function zonedClock(ms: number, timeZone: string): string {
  const { hour, minute } = zonedParts(ms, timeZone);
  return `${hour}:${minute}`;
}

/** The format made last: most times of a page, or of a pass, are in one zone, and making one is slow. */
let zoned: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

function zonedFormat(timeZone: string): Intl.DateTimeFormat {
  if (zoned?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    zoned = { timeZone, format };
  }
  return zoned.format;
}

function zonedParts(ms: number, timeZone: string) {
  const format = zonedFormat(timeZone);
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month'),
    year: part('year'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/**
 * A message with its RFC 3339 times rewritten as the pages write them: the first with its date, zone and seconds, those
 * after it with what is new.
 */
export function withTimesInWords(message: string, timeZone = UTC): string {
  let former: ReturnType<typeof wallParts> | undefined;
  return message.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => {
    const ms = Date.parse(time);
    if (Number.isNaN(ms)) return time;
    const now = wallParts(ms, timeZone);
    const before = former;
    former = now;
    if (before?.year !== now.year) return absoluteTime(ms, timeZone);
    const isOfSameDay = before.day === now.day && before.month === now.month;
    return isOfSameDay ? timeOfDay(ms, timeZone) : shortTime(ms, timeZone);
  });
}

/** `21 Nov 10:31`, for axes and the clock in the header. */
export function shortTime(ms: number, timeZone = UTC): string {
  const { day, month, clock } = wallParts(ms, timeZone);
  return `${day} ${month} ${clock.slice(0, 5)}`;
}

/** `10:31`. */
export function timeOfDay(ms: number, timeZone = UTC): string {
  return wallParts(ms, timeZone).clock.slice(0, 5);
}

/** The machine form for `<time dateTime>`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
