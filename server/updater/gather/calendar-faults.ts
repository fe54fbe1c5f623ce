import {
  calendarOf,
  clusterCalendar,
  faultText,
  OPENS_NEVER,
  opensNever,
} from '../../decide/features/calendar/reading';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { aboutVpa, type ObjectFault } from '../../words/object-fault';

/** What keeps the calendar of a VPA from ever opening. */
export function calendarFaultOf(vpa: VerticalPodAutoscaler, nowMs: number): ObjectFault | undefined {
  const reading = calendarOf(vpa, '');
  if (!reading) return undefined;
  const about = aboutVpa(vpa.metadata);
  if (!reading.calendar)
    return { code: 'calendar-unreadable', about, message: reading.faults.map(faultText).join('; ') };
  return opensNever(reading.calendar, nowMs)
    ? { code: 'calendar-never-opens', about, message: OPENS_NEVER }
    : undefined;
}

/** Whether the calendar of the cluster, which can be read, never opens. */
export function clusterCalendarFault(text: string, nowMs: number): ObjectFault | undefined {
  const calendar = clusterCalendar(text)?.calendar;
  if (!calendar || !opensNever(calendar, nowMs)) return undefined;
  return { code: 'calendar-never-opens', about: 'Setting PLUMBLINE_CALENDAR', message: OPENS_NEVER };
}
