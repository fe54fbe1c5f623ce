import type { Reason, ReasonCode } from '../../../words/reasons';
import { KILLED } from '../../pods/answers-kill';
import { onlyRaisesWhatIsShort } from '../part-of-change';
import type { PolicyScope, ProposedUpdate } from '../policy';

const URGENT: readonly ReasonCode[] = [
  ...KILLED,
  'worse-than-before',
  'takes-from-neighbours',
  'waits-for-room',
  'throttled-below-target',
  'stalled-below-target',
];

/**
 * Whether a pod burns. Every rule that only asks for patience asks this: its age, its bounds, the history of its VPA,
 * earlier misses, how often it was changed. Limits on how much changes at once are no such rules.
 */
export function isUrgent(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => URGENT.includes(code));
}

/** Whether it takes its turn before what does not burn; in the reference the order knows nothing of that. */
export function goesFirst(reasons: readonly Reason[], { cluster }: PolicyScope): boolean {
  return cluster.settings.urgentChanges && isUrgent(reasons);
}

/** Whether rules of patience do not keep a change: it burns, or does nothing but raise in place what is short. */
export function cannotWait(proposal: ProposedUpdate, scope: PolicyScope): boolean {
  return isUrgent(proposal.reasons) || onlyRaisesWhatIsShort(proposal, scope);
}
