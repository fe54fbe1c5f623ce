import { holdsItsPods } from '../decide/pods/controlling-vpa';
import type { FeatureGates } from '../decide/pods/vpa-faults';
import { readVpa } from '../decide/pods/vpa-reading';
import type { ClusterCaches } from '../kube/caches';
import type { TargetResolver } from '../kube/targets';
import type { OwnerRef } from '../objects/owners';
import type { OwnerReference, Pod } from '../objects/types';

interface GroupPod {
  readonly pod: Pod;
  /** Its topmost controller; absent if there is none that a VPA could target, or it is not known yet. */
  readonly workload?: OwnerRef;
}

/** The pods of a PodGroup, without those that VPAs on their workloads keep to themselves. */
export function podsOfGroup(
  { caches, targets }: { caches: ClusterCaches; targets: Pick<TargetResolver, 'topmostController'> },
  namespace: string,
  group: string,
  gates: FeatureGates,
): readonly GroupPod[] {
  // Most pods of a workload share one list of owners.
  const known = new Map<readonly OwnerReference[] | undefined, { workload?: OwnerRef; isHeld: boolean }>();
  const found: GroupPod[] = [];
  for (const pod of caches.pods.list(namespace)) {
    const { labels, ownerReferences } = pod.metadata;
    if (!caches.podGroupsByLabels.selecting(namespace, labels).includes(group)) continue;
    let owner = known.get(ownerReferences);
    if (!owner) {
      const workload = targets.topmostController(namespace, ownerReferences);
      const own = workload ? caches.vpasByTarget.targeting(workload) : [];
      owner = { workload, isHeld: own.some((vpa) => holdsItsPods(readVpa(vpa).compiled, gates)) };
      known.set(ownerReferences, owner);
    }
    if (!owner.isHeld) found.push({ pod, workload: owner.workload });
  }
  return found;
}
