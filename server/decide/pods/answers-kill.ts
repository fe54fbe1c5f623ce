import type { Reason, ReasonCode } from '../../words/reasons';

/** A container was killed for memory, and more helps it. */
export const KILLED: readonly ReasonCode[] = ['oom-killed', 'killed-below-target', 'killed-below-limit'];

/** What a calendar or approvals that exempt OOM kills let through: the change for a kill, and the way back from one. */
export function answersKill(reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => code === 'worse-than-before' || KILLED.includes(code));
}
