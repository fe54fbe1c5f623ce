import { CronExpressionParser } from 'cron-parser';

const FIELDS = 5;

interface CronSchedule {
  /** The first time after `afterMs` in the schedule; undefined if there is none. */
  nextRunMs(afterMs: number): number | undefined;
}

/**
 * Parses "*\/5 8-18 * * mon-fri", "@daily" and the like in a time zone; undefined if the schedule or the zone
 * is invalid.
 */
export function parseCron(text: string, timeZone = 'UTC'): CronSchedule | undefined {
  const schedule = text.trim() === '@midnight' ? '@daily' : text.trim();
  if (!schedule.startsWith('@') && schedule.split(/\s+/).length !== FIELDS) return undefined;
  try {
    const expression = CronExpressionParser.parse(schedule, { tz: timeZone, currentDate: new Date(0) });
    return {
      nextRunMs(afterMs) {
        try {
          expression.reset(new Date(afterMs));
          return expression.next().getTime();
        } catch {
          return undefined;
        }
      },
    };
  } catch {
    return undefined;
  }
}
