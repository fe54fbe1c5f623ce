import type { Cap, ContainerView, PendingPods, WorkloadSummary } from '../../contract/recommendations';
import type { MovedByUs } from '../../decide/pods/moved-by-us';
import type { Resource } from '../../objects/units';
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

export function causeOfPending(
  { isForVpa }: Pick<PendingPods, 'isForVpa'>,
  { requestsBy }: Moded,
): CauseCode {
  if (isForVpa) return 'fits-no-node';
  return requestsBy === 'us' ? 'sets-requests' : 'nodes';
}

const BY_MOVE: Readonly<Record<MovedByUs, CauseCode>> = {
  none: 'as-stated',
  raised: 'raised',
  lowered: 'lowered',
  both: 'lowered',
};

/** Who set what a container has too little of: its template, unless Plumbline moved an amount away from that. */
export function causeOfLack(view: ContainerView, resource: Resource, summary: Moded): CauseCode {
  const { movedByUs } = view[resource];
  if (movedByUs === undefined) return causeOfRequests(summary);
  return movedByUs === 'raised' ? 'sets-requests' : BY_MOVE[movedByUs];
}

/** Who set what a container has too much of: its template, which may state even more, unless Plumbline raised it. */
export function causeOfExcess(view: ContainerView, resource: Resource, summary: Moded): CauseCode {
  switch (view[resource].movedByUs) {
    case 'raised':
      return 'raised-above';
    case 'lowered':
      return 'still-above';
    case 'none':
      return 'as-stated';
    // Some pods state more than their template, others less; or nobody knows.
    default:
      return causeOfRequests(summary);
  }
}

/** Why a container was killed for memory: by what it had then, or else by what it has now. */
export function causeOfKills(view: ContainerView | undefined, summary: Moded): CauseCode {
  const moved = view?.killedWith ?? view?.memory.movedByUs;
  return moved ? BY_MOVE[moved] : causeOfRequests(summary);
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

/** What caps a target: what Plumbline moved is told before that. */
export function causeOfCap(by: Cap['by'], moved: MovedByUs = 'none'): CauseCode {
  return moved === 'none' ? BY_CAP[by] : BY_MOVE[moved];
}

/** Why a container is killed again and again: what caps it, or who set what it had. */
export function causeOfLoop(by: Cap['by'] | undefined, view: ContainerView, summary: Moded): CauseCode {
  const moved = view.killedWith ?? view.memory.movedByUs;
  return by ? causeOfCap(by, moved) : causeOfKills(view, summary);
}
