import type { Reason } from '../../../words/reasons';
import { answersKill } from '../../pods/answers-kill';
import type { FeatureRestraint, Hold, Way } from '../feature';
import { type CalendarReading, calendarOf, faultText } from './reading';

/**
 * Outside of the windows of its calendar a VPA changes no pod; one that cannot be read opens never. A boost that is
 * over always ends, for that is what the policy asked for when the pod was created.
 */
export const calendarRestraint: FeatureRestraint<CalendarReading | undefined> = {
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
