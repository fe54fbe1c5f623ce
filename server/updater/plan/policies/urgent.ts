import type { Reason, ReasonCode } from '../../../words/reasons';
import type { PolicyScope } from '../policy';

const URGENT: readonly ReasonCode[] = [
  'worse-than-before',
  'waits-for-room',
  'oom-killed',
  'killed-below-target',
  'throttled-below-target',
];

/** Whether a pod cannot wait for what only asks for patience: its age, its bounds, an earlier miss. */
export function isUrgent(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => URGENT.includes(code));
}

/** Whether it goes before everything that asks for patience. */
export function goesFirst(reasons: readonly Reason[], { cluster }: PolicyScope): boolean {
  return cluster.settings.urgentChanges && isUrgent(reasons);
}
