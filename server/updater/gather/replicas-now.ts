import { PodFacts } from '../../decide/running/pod-facts';
import {
  addToCounts,
  countsIncluding,
  isResizing,
  type ReplicaCounts,
} from '../../decide/running/replica-counts';
import type { ClusterCaches } from '../../kube/caches';
import { controllerOf } from '../../objects/owners';
import type { OwnerReference, Pod } from '../../objects/types';
import type { PodsByTarget } from './pods-by-target';

/** Recent actions on the pods of a VPA that the caches may not show yet. */
interface Unseen {
  readonly evicted: Iterable<Pod>;
  /** These count as busy while they exist. */
  readonly resized: Iterable<Pod>;
}

/** Counts the current replicas of a controller, at a cost independent of their number. */
export class ReplicasNow {
  constructor(
    private readonly caches: Pick<ClusterCaches, 'pods'>,
    private readonly groups: Pick<PodsByTarget, 'replicaCountsOf'>,
  ) {}

  /** The counts of the owner of `fresh`, with `fresh` as it is. */
  beside(fresh: Pod, owner: OwnerReference, { evicted, resized }: Unseen): ReplicaCounts | undefined {
    const counts = this.groups.replicaCountsOf(fresh);
    if (!counts) return undefined;
    const cached = this.cached(fresh, owner);
    if (cached) addToCounts(counts, cached, -1);
    addToCounts(counts, fresh, 1);
    for (const pod of evicted) {
      const shown = pod.metadata.uid !== fresh.metadata.uid && this.cached(pod, owner);
      if (shown) addToCounts(counts, shown, -1);
    }
    for (const pod of resized) {
      const shown = pod.metadata.uid !== fresh.metadata.uid && this.cached(pod, owner);
      if (shown) countAsBusy(counts, shown);
    }
    return counts;
  }

  /** The pod in the cache, if it is still the same and of this owner. */
  private cached({ metadata }: Pod, owner: OwnerReference): Pod | undefined {
    const shown = this.caches.pods.get(metadata.namespace ?? '', metadata.name);
    const isSame =
      shown?.metadata.uid === metadata.uid &&
      controllerOf(shown?.metadata.ownerReferences)?.uid === owner.uid;
    return isSame ? shown : undefined;
  }
}

function countAsBusy(counts: ReplicaCounts, pod: Pod): void {
  const facts = new PodFacts(pod);
  const isGone = facts.isTerminating || facts.isFinished || facts.isPending;
  if (isGone || isResizing(facts)) return;
  for (const count of countsIncluding(counts, facts)) count.resizing++;
}
