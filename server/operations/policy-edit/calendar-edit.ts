import type { Operation } from 'fast-json-patch';
import type { EffectView } from '../../contract/operations';
import type { PolicyEdit } from '../../contract/requests/policy-edit';
import { CALENDAR_ANNOTATION, calendarFaults, calendarTextOf } from '../../features/calendar/reading';
import { calendarView } from '../../features/calendar/view';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { windowsOf } from '../../words/calendar';
import { withAnnotation } from './annotation';

/** The VPA with this calendar of its own; without one if it is null. */
export function withCalendar(
  vpa: VerticalPodAutoscaler,
  calendar: string | null | undefined,
): VerticalPodAutoscaler {
  if (calendar === undefined || calendar === (calendarTextOf(vpa) ?? null)) return vpa;
  return withAnnotation(vpa, CALENDAR_ANNOTATION, calendar);
}

/** A change of annotations does not raise the generation. */
export function calendarTest(vpa: VerticalPodAutoscaler, { calendar }: PolicyEdit): Operation[] {
  const value = calendarTextOf(vpa);
  if (calendar === undefined || value === undefined) return [];
  return [{ op: 'test', path: `/metadata/annotations/${CALENDAR_ANNOTATION.replaceAll('/', '~1')}`, value }];
}

/** What is wrong with a calendar that is edited. */
export function calendarErrors(
  { calendar }: Pick<PolicyEdit, 'calendar'>,
  nowMs: number,
): EffectView['errors'] {
  if (calendar === undefined || calendar === null) return [];
  return calendarFaults(calendar, nowMs).map((message) => ({ field: 'calendar', message }));
}

/** What changes with the calendar, in a sentence. */
export function calendarStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  { clusterText, nowMs }: { clusterText: string; nowMs: number },
): string[] {
  if (calendarTextOf(before) === calendarTextOf(after)) return [];
  const { from, says } = calendarView(after, clusterText, nowMs);
  if (!from) return ['Pods may change at all times.'];
  const whose = from === 'cluster' ? 'The calendar of the cluster counts: pods' : 'Pods';
  return [`${whose} may change ${windowsOf(says ?? {})}.`];
}
