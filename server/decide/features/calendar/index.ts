import type { VpaFeature } from '../feature';
import { calendarEdit } from './edit';
import { CALENDAR_ANNOTATION, calendarFaults, calendarTextOf } from './reading';
import { calendarRestraint } from './restraint';
import { calendarView } from './view';

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
