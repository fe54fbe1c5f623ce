import * as z from 'zod';
import { windowsOf } from '../../../words/calendar';
import type { FeatureEdit } from '../feature';
import { annotationTest, withAnnotation } from '../with-annotation';
import { CALENDAR_ANNOTATION, calendarFaults, calendarTextOf } from './reading';
import { calendarView } from './view';

export interface CalendarEdit {
  /** The annotation with the calendar; null removes it. */
  calendar?: string | null;
  /** The calendar that was edited, null for none: the edit is not saved over another one. */
  formerCalendar?: string | null;
}

export const calendarEdit: FeatureEdit<CalendarEdit> = {
  shape: { calendar: z.string().nullable().optional(), formerCalendar: z.string().nullable().optional() },
  mark: 'formerCalendar',
  apply(vpa, { calendar }) {
    if (calendar === undefined || calendar === (calendarTextOf(vpa) ?? null)) return vpa;
    return withAnnotation(vpa, CALENDAR_ANNOTATION, calendar);
  },
  tests: (vpa, { calendar }) =>
    calendar === undefined ? [] : annotationTest(CALENDAR_ANNOTATION, calendarTextOf(vpa)),
  faults: (_vpa, { calendar }, { nowMs }) =>
    calendar === undefined || calendar === null
      ? []
      : calendarFaults(calendar, nowMs).map((message) => ({ field: 'calendar', message })),
  statements(before, after, { settings, nowMs }) {
    if (calendarTextOf(before) === calendarTextOf(after)) return [];
    const { from, says } = calendarView(after, settings.calendar, nowMs);
    if (!from) return ['Pods may change at all times.'];
    const whose = from === 'cluster' ? 'The calendar of the cluster counts: pods' : 'Pods';
    return [`${whose} may change ${windowsOf(says ?? {})}.`];
  },
};
