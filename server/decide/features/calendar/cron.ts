import { type CronDayOfMonth, type CronDayOfWeek, CronExpressionParser } from 'cron-parser';
import { type Starts, weekdayOf } from './rule';
import { DAY_MS } from './zone';

/** Why a cron expression cannot be used. */
export class CronError extends Error {
  override readonly name = 'CronError';
}

/**
 * When an expression such as `0 22 * * mon-fri` or `@daily` starts. As in cron, a day matches by its date or its
 * weekday if both are given.
 * @throws CronError
 */
export function cronStarts(text: string): Starts {
  const written = text.trim();
  if (!written.startsWith('@') && written.split(/\s+/).length !== 5)
    throw new CronError('needs five fields: minute, hour, day of the month, month, day of the week');
  if (/(^|[\s,])H/.test(written)) throw new CronError('cannot use H, which stands for any time');
  const { dayOfMonth, dayOfWeek, month, hour, minute } = fieldsOf(written);
  const months = new Set<number>(month.values);
  const isDate = dateMatch(dayOfMonth);
  const isWeekday = weekdayMatch(dayOfWeek);
  const isEither = !dayOfMonth.isWildcard && !dayOfWeek.isWildcard;
  return {
    isOn(day) {
      const date = new Date(day * DAY_MS);
      if (!months.has(date.getUTCMonth() + 1)) return false;
      return isEither ? isDate(date) || isWeekday(date, day) : isDate(date) && isWeekday(date, day);
    },
    minutes: hour.values.flatMap((hours) => minute.values.map((minutes) => hours * 60 + minutes)),
  };
}

function fieldsOf(text: string) {
  try {
    return CronExpressionParser.parse(text === '@midnight' ? '@daily' : text, { tz: 'UTC' }).fields;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new CronError(/day of month/i.test(message) ? NEVER : `is no cron expression: ${message}`);
  }
}

const NEVER = 'names a day that no month has, so it never opens';

function dateMatch({ values }: CronDayOfMonth): (date: Date) => boolean {
  const days = new Set<unknown>(values);
  return (date) => days.has(date.getUTCDate()) || (days.has('L') && isInLastDays(date, 1));
}

function weekdayMatch({ values, nthDay }: CronDayOfWeek): (date: Date, day: number) => boolean {
  const days = new Set(values.map((value) => (value === 7 ? '0' : String(value).replace(/^7L/, '0L'))));
  return (date, day) => {
    const weekday = weekdayOf(day);
    if (days.has(`${weekday}L`) && isInLastDays(date, 7)) return true;
    return days.has(String(weekday)) && (nthDay <= 0 || Math.ceil(date.getUTCDate() / 7) === nthDay);
  };
}

function isInLastDays(date: Date, days: number): boolean {
  const later = new Date(date.getTime() + days * DAY_MS);
  return later.getUTCMonth() !== date.getUTCMonth();
}
