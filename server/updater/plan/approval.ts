import { judgeChange } from '../../features/approvals/judge';
import { answersKill } from '../../policy/answers-kill';
import type { ReasonCode } from '../../words/reasons';
import type { Hold, PolicyScope, ProposedUpdate } from './policy';

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

/**
 * Holds back a change that a person must approve, unless something else holds it anyway. It comes after all other
 * restraints of the VPA.
 */
export function approvalHold(
  { workload, way, reasons, changes }: ProposedUpdate,
  { nowMs }: PolicyScope,
  others: readonly Hold[],
): Hold | undefined {
  const { approvals } = workload;
  // The end of a startup boost is no change: what comes after it is what was approved.
  if (!approvals || way === 'unboost') return undefined;
  if (approvals.rules.exempt.includes('oom') && answersKill(reasons)) return undefined;
  // It has run with these amounts before, and better.
  if (reasons.some(({ code }) => code === 'worse-than-before')) return undefined;
  if (!others.every(passes)) return undefined;
  const verdict = judgeChange(approvals, changes, nowMs);
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
