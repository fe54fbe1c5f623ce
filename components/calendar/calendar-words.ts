import type { CalendarView } from '@/server/contract/operations';
import { relativeTime, zonedClock, zonedDay, zonedTime, zonedYear } from '@/server/words/times';

export function calendarNow({ from, says }: CalendarView, nowMs: number): { isOpen: boolean; text: string } {
  if (!from) return { isOpen: true, text: 'Pods may change at all times.' };
  if (!says) return { isOpen: false, text: 'The calendar cannot be read, so it never opens.' };
  const at = (ms: number) => `${relativeTime(ms, nowMs)}, ${zonedTime(ms, says.timeZone)}`;
  const next = says.openings.find(({ endMs = Infinity }) => endMs > nowMs);
  if (!next) return { isOpen: false, text: 'The calendar never opens.' };
  if (next.startMs > nowMs) return { isOpen: false, text: `Closed now. Opens ${at(next.startMs)}.` };
  if (next.endMs === undefined) return { isOpen: true, text: 'Open now, without an end.' };
  return { isOpen: true, text: `Open now. Closes ${at(next.endMs)}.` };
}

/** The openings after the present or next one: `Mon 23 Nov 22:00 to Tue 24 Nov 06:00`, with the year if it is not this. */
export function laterOpenings({ says }: CalendarView, nowMs: number): string[] {
  if (!says) return [];
  const { timeZone } = says;
  const year = zonedYear(nowMs, timeZone);
  const day = (ms: number) =>
    `${zonedDay(ms, timeZone)} ${zonedYear(ms, timeZone) === year ? '' : `${zonedYear(ms, timeZone)} `}${zonedClock(ms, timeZone)}`;
  const coming = says.openings.filter(({ endMs = Infinity }) => endMs > nowMs).slice(1);
  return coming.map(({ startMs, endMs }) => {
    if (endMs === undefined) return `from ${day(startMs)} on`;
    const isSameDay = zonedDay(startMs, timeZone) === zonedDay(endMs, timeZone);
    return `${day(startMs)} to ${isSameDay ? zonedClock(endMs, timeZone) : day(endMs)}`;
  });
}

/** One day of the week's picture; places are shares of the day. */
export interface WeekRow {
  day: string;
  open: { at: number; width: number; text: string }[];
  /** Where the present time is, if it is in this day. */
  now?: number;
}

/** The days of the week from today on, each with when it is open. */
export function weekRows({ says }: CalendarView, nowMs: number): WeekRow[] {
  if (!says) return [];
  const { timeZone, week } = says;
  return week.days.slice(0, -1).map((startMs, index) => {
    const endMs = week.days[index + 1] ?? startMs;
    const share = (ms: number) => (ms - startMs) / (endMs - startMs);
    const clockAt = (ms: number) => (ms >= endMs ? '24:00' : zonedClock(ms, timeZone));
    const spans = week.open
      .filter((span) => span.endMs > startMs && span.startMs < endMs)
      .map((span) => ({ from: Math.max(span.startMs, startMs), to: Math.min(span.endMs, endMs) }));
    return {
      day: zonedDay(startMs, timeZone),
      open: spans.map(({ from, to }) => ({
        at: share(from),
        width: share(to) - share(from),
        text: `${clockAt(from)} to ${clockAt(to)}`,
      })),
      ...(nowMs >= startMs && nowMs < endMs && { now: share(nowMs) }),
    };
  });
}
