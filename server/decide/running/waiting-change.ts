import type { Reason } from '../../words/reasons';
import { type ApprovalChange, directionOf } from '../features/approvals/judge';
import type { PodPlan } from './planned';

/** What of one VPA waits for a person. */
export interface WaitingChange {
  readonly pods: number;
  /** What would change: per container and resource the present request of the first pod, and what it would be. */
  readonly changes: readonly ApprovalChange[];
}

type Asking = Extract<Reason, { code: 'awaits-approval' }>;

/** Why a pod waits for a person; undefined if it does not. */
export function askingOf({ decision, reasons }: Pick<PodPlan, 'decision' | 'reasons'>): Asking | undefined {
  if (decision !== 'wait') return undefined;
  return reasons.find((reason): reason is Asking => reason.code === 'awaits-approval');
}

/**
 * What waits for a person among the pods of a VPA; undefined if nothing does. Where pods would request different
 * amounts, it is the one that covers the others.
 */
export function waitingChange(pods: readonly PodPlan[]): WaitingChange | undefined {
  const found = new Map<string, ApprovalChange>();
  let waiting = 0;
  for (const pod of pods) {
    const asking = askingOf(pod);
    if (!asking) continue;
    waiting++;
    for (const change of asking.changes) {
      const key = `${change.container} ${change.resource}`;
      const known = found.get(key);
      if (!known || isFurther(change, known)) found.set(key, change);
    }
  }
  return waiting === 0 ? undefined : { pods: waiting, changes: [...found.values()] };
}

/** Growing goes before shrinking, then the larger step. */
function isFurther(change: ApprovalChange, known: ApprovalChange): boolean {
  const [direction, other] = [directionOf(change), directionOf(known)];
  if (direction !== other) return direction === 'growing';
  return direction === 'growing' ? change.to > known.to : change.to < known.to;
}
