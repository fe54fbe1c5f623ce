import * as z from 'zod';
import { windowsOf } from '../../../words/calendar';
import type { Reason } from '../../../words/reasons';
import { answersKill } from '../../pods/answers-kill';
import type { FeatureEdit, FeatureRestraint, Hold, VpaFeature, Way } from '../feature';
import { annotationTest, withAnnotation } from '../with-annotation';
import {
  CALENDAR_ANNOTATION,
  type CalendarReading,
  calendarFaults,
  calendarOf,
  calendarTextOf,
  faultText,
} from './reading';
import { calendarView } from './view';

interface CalendarEdit {
  /** The annotation with the calendar; null removes it. */
  calendar?: string | null;
  /** The calendar that was edited, null for none: the edit is not saved over another one. */
  formerCalendar?: string | null;
}

const calendarEdit: FeatureEdit<CalendarEdit> = {
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

/**
 * Outside of the windows of its calendar a VPA changes no pod; one that cannot be read opens never. A boost that is
 * over always ends, for that is what the policy asked for when the pod was created.
 */
const calendarRestraint: FeatureRestraint<CalendarReading | undefined> = {
  begin: (vpa, settings) => calendarOf(vpa, settings.calendar),
  review(change, nowMs, reading) {
    if (!reading || change.way === 'unboost') return undefined;
    return isExempt(change, reading) ? undefined : closedHold(reading, nowMs);
  },
  changesMs: (nowMs, reading) => reading?.calendar?.closesAt(nowMs),
};

function isExempt(
  { way, reasons }: { readonly way: Way; readonly reasons: readonly Reason[] },
  { calendar }: CalendarReading,
): boolean {
  if (!calendar) return false;
  if (way === 'resize' && calendar.exempts('in-place')) return true;
  return calendar.exempts('oom') && answersKill(reasons);
}

function closedHold({ from, calendar, faults }: CalendarReading, nowMs: number): Hold | undefined {
  if (!calendar) {
    const fault = faults.map(faultText).join('; ');
    return { kind: 'hold', reason: { code: 'outside-window', from, fault }, awaits: 'calendar-corrected' };
  }
  const { isOpen, changesMs: opensMs } = calendar.stateAt(nowMs);
  if (isOpen) return undefined;
  if (opensMs === undefined)
    return { kind: 'hold', reason: { code: 'outside-window', from }, awaits: 'calendar-corrected' };
  const { timeZone } = calendar;
  return { kind: 'hold', reason: { code: 'outside-window', from, opensMs, timeZone }, untilMs: opensMs };
}

/** When the pods of a VPA may change. */
export const calendar = {
  name: 'calendar',
  annotation: {
    name: CALENDAR_ANNOTATION,
    on: 'VPA',
    takes: 'windows, blackouts and what is exempt, as JSON or YAML; `always`',
    says: 'When its pods may be evicted or resized. The calendar of the cluster counts without it.',
    guide: 'calendar.md',
  },
  isPlannedBy: true,
  faults: (vpa, { nowMs }) => calendarFaults(calendarTextOf(vpa) ?? 'always', nowMs),
  untilCorrected: 'no pod is evicted or resized',
  ofPolicy: 'calendar',
  edit: calendarEdit,
  restraint: calendarRestraint,
  view: (vpa, { settings, nowMs }) => ({ calendar: calendarView(vpa, settings.calendar, nowMs) }),
} as const satisfies VpaFeature;
