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

/** `21 Nov 2026, 10:31:07 UTC`. */
export function absoluteTime(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${date.toISOString().slice(11, 19)} UTC`;
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

/** A message with its RFC 3339 times rewritten as the pages write them. */
export function withTimesInWords(message: string): string {
  return message.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => {
    const ms = Date.parse(time);
    return Number.isNaN(ms) ? time : absoluteTime(ms);
  });
}

/** `21 Nov 10:31`, for axes and the clock in the header. */
export function shortTime(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.toISOString().slice(11, 16)}`;
}

/** `10:31` or `10:31:07`. */
export function timeOfDay(ms: number, withSeconds = false): string {
  return new Date(ms).toISOString().slice(11, withSeconds ? 19 : 16);
}

/** The machine form for `<time dateTime>`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
