import type { ReasonCode } from '../../words/reasons';
import { asFarAsApproved, judgeChange } from '../features/approvals/judge';
import { answersKill } from '../pods/answers-kill';
import type { WorkloadInput } from './plan-input';
import type { Hold, MayBecome, PolicyScope, ProposedUpdate } from './policy';

/**
 * Holds that end by themselves within a day or so: a person may decide meanwhile. While any other holds, nobody is
 * asked about what cannot happen.
 */
const PASSING: readonly ReasonCode[] = [
  'tolerance-used-up',
  'disruption-budget',
  'awaiting-verification',
  'action-failed',
  'waits-again',
];

function passes({ reason, untilMs }: Hold): boolean {
  // A window that never opens lasts.
  return PASSING.includes(reason.code) || (reason.code === 'outside-window' && untilMs !== undefined);
}

/** What a person is asked by about such a change; undefined if it waits for nobody. */
function asked({ approvals }: WorkloadInput, { way, reasons }: Pick<ProposedUpdate, 'way' | 'reasons'>) {
  // The end of a startup boost is no change: what comes after it is what was approved.
  if (!approvals || way === 'unboost') return undefined;
  if (approvals.rules.exempt.includes('oom') && answersKill(reasons)) return undefined;
  // It has run with these amounts before, and better.
  if (reasons.some(({ code }) => code === 'worse-than-before')) return undefined;
  return approvals;
}

/** Limits a change to what was approved of it, where its target has gone further since. */
export function approvedPart(
  workload: WorkloadInput,
  change: Pick<ProposedUpdate, 'way' | 'reasons'>,
  nowMs: number,
): MayBecome | undefined {
  const approvals = asked(workload, change);
  return approvals && ((one) => asFarAsApproved(approvals, one, nowMs));
}

/**
 * Holds back a change that a person must approve, unless something else holds it anyway. It comes after all other
 * restraints of the VPA.
 */
export function approvalHold(
  proposal: ProposedUpdate,
  { nowMs }: PolicyScope,
  others: readonly Hold[],
): Hold | undefined {
  const approvals = asked(proposal.workload, proposal);
  if (!approvals || !others.every(passes)) return undefined;
  const verdict = judgeChange(approvals, proposal.changes, nowMs);
  switch (verdict.kind) {
    case 'passes':
      return undefined;
    case 'awaits': {
      const { fault, missing } = approvals;
      return {
        kind: 'hold',
        reason: {
          code: 'awaits-approval',
          changes: verdict.changes,
          ...(fault !== undefined && { fault }),
          ...(missing && { missing }),
        },
        awaits: 'approval',
      };
    }
    case 'rejected': {
      const { rejection, untilMs } = verdict;
      return {
        kind: 'hold',
        reason: {
          code: 'change-rejected',
          changes: verdict.changes,
          ...(rejection.by !== undefined && { by: rejection.by }),
          ...(rejection.reason !== undefined && { why: rejection.reason }),
          atMs: rejection.madeMs,
          untilMs,
        },
        untilMs,
        awaits: 'recommendation-changed',
      };
    }
  }
}
