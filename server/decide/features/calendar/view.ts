import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { blackoutWords, windowWords } from '../../../words/calendar';
import type { Calendar } from './calendar';
import type { Interval } from './intervals';
import {
  CALENDAR_ANNOTATION,
  type CalendarReading,
  calendarOf,
  calendarTextOf,
  clusterCalendar,
  faultText,
  OPENS_NEVER,
  opensNever,
} from './reading';
import { DAY_MS, Zone } from './zone';

/** When the pods of a VPA may change, for the pages; times in Unix milliseconds. */
export interface CalendarView {
  /** The annotation of the VPA, if it has one. */
  own?: string;
  /** Whose calendar counts; absent if pods may change at all times. */
  from?: 'vpa' | 'cluster';
  /** Why it never opens, a sentence each. */
  faults: string[];
  /** Absent if it cannot be read. */
  says?: {
    timeZone: string;
    windows: string[];
    blackouts: string[];
    exempt: readonly string[];
    /** The next times it is open, beginning with the present one; without an end if it closes no more. */
    openings: { startMs: number; endMs?: number }[];
    /** A week from today on: where its days begin in its time zone, the end last, and when it is open. */
    week: { days: number[]; open: Interval[] };
  };
}

const OPENINGS = 5;
const WEEK_DAYS = 7;

export function calendarView(
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
  clusterText: string,
  nowMs: number,
): CalendarView {
  const own = calendarTextOf(vpa);
  return { ...(own !== undefined && { own }), ...viewOf(calendarOf(vpa, clusterText), nowMs) };
}

/** What counts for VPAs with this calendar; for those without one if it is undefined. */
export function calendarTextView(text: string | undefined, clusterText: string, nowMs: number): CalendarView {
  if (text === undefined) return viewOf(clusterCalendar(clusterText), nowMs);
  return calendarView(
    { metadata: { name: '', annotations: { [CALENDAR_ANNOTATION]: text } } },
    clusterText,
    nowMs,
  );
}

function viewOf(reading: CalendarReading | undefined, nowMs: number): CalendarView {
  if (!reading) return { faults: [] };
  const { from, calendar } = reading;
  if (!calendar) return { from, faults: reading.faults.map(faultText) };
  const { spec, timeZone } = calendar;
  return {
    from,
    faults: opensNever(calendar, nowMs) ? [OPENS_NEVER] : [],
    says: {
      timeZone,
      windows: (spec.windows ?? []).map(windowWords),
      blackouts: (spec.blackouts ?? []).map(blackoutWords),
      exempt: spec.exempt ?? [],
      openings: openingsOf(calendar, nowMs),
      week: weekOf(calendar, nowMs),
    },
  };
}

function openingsOf(calendar: Calendar, nowMs: number): { startMs: number; endMs?: number }[] {
  const found: { startMs: number; endMs?: number }[] = [];
  let atMs = nowMs;
  while (found.length < OPENINGS) {
    const startMs = calendar.isOpen(atMs) ? atMs : calendar.nextOpening(atMs);
    if (startMs === undefined) return found;
    const endMs = calendar.closesAt(startMs);
    if (endMs === undefined) return [...found, { startMs: beganMs(calendar, startMs, nowMs) }];
    found.push({ startMs: beganMs(calendar, startMs, nowMs), endMs });
    atMs = endMs;
  }
  return found;
}

/** When the present opening began, so that the answer stays the same while it lasts; a day back is looked at. */
function beganMs(calendar: Calendar, startMs: number, nowMs: number): number {
  if (startMs !== nowMs) return startMs;
  const today = new Date(nowMs).setUTCHours(0, 0, 0, 0);
  return calendar.openSpans(today - DAY_MS, nowMs + 1).at(-1)?.startMs ?? startMs;
}

function weekOf(calendar: Calendar, nowMs: number): { days: number[]; open: Interval[] } {
  const zone = Zone.named(calendar.timeZone);
  if (!zone) return { days: [], open: [] };
  const today = Math.floor(zone.localOf(nowMs) / DAY_MS) * DAY_MS;
  const days = Array.from({ length: WEEK_DAYS + 1 }, (_, day) => zone.instantOf(today + day * DAY_MS));
  return { days, open: calendar.openSpans(days[0] ?? nowMs, days.at(-1) ?? nowMs) };
}
