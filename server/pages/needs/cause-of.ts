import type { Cap, PendingPods, WorkloadSummary } from '../../contract/recommendations';
import type { CauseCode } from '../../words/causes';

type Moded = Pick<WorkloadSummary, 'updateMode' | 'heldMode' | 'requestsBy'>;

/** Who has a part in what pods request: what the pods say; without pods, with mode Off their template alone. */
export function causeOfRequests({ requestsBy, ...moded }: Moded): CauseCode {
  if (requestsBy) return requestsBy === 'us' ? 'sets-requests' : 'as-stated';
  return causeOfNewPods(moded);
}

/** Who has a part in what new pods request, whatever the present ones do. */
function causeOfNewPods({ updateMode, heldMode }: Moded): CauseCode {
  return (heldMode?.mode ?? updateMode) === 'Off' ? 'as-stated' : 'sets-requests';
}

/** Why the API server refuses pods, by what it says. */
export function causeOfRefusal(message: string, summary: Moded): CauseCode {
  return /webhook/i.test(message) ? 'cluster-rule' : causeOfNewPods(summary);
}

export function causeOfPending({ isForVpa }: Pick<PendingPods, 'isForVpa'>): CauseCode {
  return isForVpa ? 'fits-no-node' : 'nodes';
}

const BY_CAP: Readonly<Record<Cap['by'], CauseCode>> = {
  policy: 'policy-of-vpa',
  'limit-range': 'cluster-rule',
  limit: 'own-limit',
  pod: 'as-stated',
  setting: 'own-setting',
  'largest-node': 'nodes',
  'room-now': 'nodes',
};

export function causeOfCap(by: Cap['by']): CauseCode {
  return BY_CAP[by];
}

/** Why a container is killed again and again: what caps it, or who sets what it gets. */
export function causeOfLoop(by: Cap['by'] | undefined, summary: Moded): CauseCode {
  return by ? causeOfCap(by) : causeOfRequests(summary);
}
