import { isGivenByUs } from '../../decide/pods/pod-annotations';
import type { ContainerChange } from '../../decide/running/planned';
import { isFinished } from '../../objects/pod-phase';
import type { Pod } from '../../objects/types';
import { REQUESTED_RESOURCES } from '../../objects/units';
import type { SeenPod } from './seen-pod';

/** The pods of a part before a change that none of our actions made, such as a rollout. */
export interface FormerPods {
  readonly pods: readonly Pod[];
  /** Of all pods of the VPA that have a node: a node that is relabelled makes no pod new. */
  readonly uids: ReadonlySet<string>;
}

/** What to compare new pods with from now on: pods of which none is ready tell nothing of how it lives. */
export function formerAfter(
  former: FormerPods | undefined,
  pods: readonly Pod[],
  all: readonly Pod[],
): FormerPods | undefined {
  if (former?.pods === pods || !pods.some(isReady)) return former;
  const placed = all.filter(({ spec }) => spec.nodeName);
  return { pods, uids: new Set(placed.map(({ metadata }) => metadata.uid ?? '')) };
}

/** Pods that are new and have their requests from us. */
export function newOnes({ pods: known, uids }: FormerPods, pods: readonly Pod[]): readonly Pod[] {
  if (known === pods) return [];
  return pods.filter(
    ({ metadata, status }) =>
      !uids.has(metadata.uid ?? '') &&
      metadata.deletionTimestamp === undefined &&
      !isFinished(status?.phase) &&
      isGivenByUs(metadata.annotations),
  );
}

/** How the requests of a new pod differ from those of a former one. */
export function changesBetween(
  former: SeenPod,
  pod: SeenPod,
): Pick<ContainerChange, 'container' | 'from' | 'to'>[] {
  return pod.containers.flatMap(({ name, requests }) => {
    const before = former.containers.find((one) => one.name === name);
    if (!before || REQUESTED_RESOURCES.every((resource) => before.requests[resource] === requests[resource]))
      return [];
    return [{ container: name, from: before.requests, to: requests }];
  });
}

/** The pod that has lived longest, which stands for what was before. */
export function longestLived(pods: readonly SeenPod[]): SeenPod | undefined {
  return pods
    .filter(({ isReady: ready, isTerminating }) => ready && !isTerminating)
    .reduce<SeenPod | undefined>(
      (oldest, pod) => (!oldest || pod.changedMs < oldest.changedMs ? pod : oldest),
      undefined,
    );
}

function isReady({ status, metadata }: Pod): boolean {
  return (
    metadata.deletionTimestamp === undefined &&
    status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true
  );
}
