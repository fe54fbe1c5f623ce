import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { whoWords } from '../../words/who';

interface Decided {
  readonly decision: 'Approved' | 'Rejected';
  readonly reason?: string;
  readonly by?: string;
}

export function decisionEvent(object: VerticalPodAutoscaler, { decision, reason, by }: Decided) {
  const who = by === undefined ? 'somebody unnamed' : whoWords(by);
  const done = decision === 'Approved' ? 'approved' : 'rejected';
  return {
    object,
    type: 'Normal' as const,
    reason: `Change${decision}`,
    message: `The change was ${done} by ${who}${reason ? `: ${reason}` : '.'}`,
  };
}
