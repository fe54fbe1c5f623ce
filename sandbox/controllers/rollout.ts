/** One ReplicaSet of a Deployment as a rollout sees it. */
export interface RolloutSet {
  readonly name: string;
  /** The size in its spec. */
  readonly replicas: number;
  readonly availableReplicas: number;
}

interface RolloutPlan {
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

const total = (sets: readonly RolloutSet[], count: (set: RolloutSet) => number): number =>
  sets.reduce((sum, set) => sum + count(set), 0);

/**
 * The size of the new set: as many more as the surge allows (Kubernetes 1.37, pkg/controller/deployment/util,
 * deployment_util.go, `NewRSNewReplicas`).
 */
export function nextNewSize(fresh: RolloutSet, old: readonly RolloutSet[], plan: RolloutPlan): number {
  if (fresh.replicas >= plan.replicas) return plan.replicas;
  const left = plan.replicas + plan.maxSurge - fresh.replicas - total(old, (set) => set.replicas);
  return left <= 0 ? fresh.replicas : Math.min(plan.replicas, fresh.replicas + left);
}

/**
 * The sizes of the old sets, oldest first: pods that never became available go first, since nothing depends on them,
 * then available ones as far as `maxUnavailable` allows. Unchanged sets are left out (Kubernetes 1.37,
 * pkg/controller/deployment, rolling.go, `reconcileOldReplicaSets`).
 */
export function nextOldSizes(
  fresh: RolloutSet,
  freshUnavailable: number,
  old: readonly RolloutSet[],
  plan: RolloutPlan,
): Map<string, number> {
  const sizes = new Map(old.map((set) => [set.name, set.replicas]));
  const minAvailable = plan.replicas - plan.maxUnavailable;
  const running = total(old, (set) => set.replicas) + fresh.replicas;
  let surplus = running - minAvailable - freshUnavailable;
  for (const set of old) {
    if (surplus <= 0) break;
    const unhealthy = Math.min(surplus, Math.max(0, set.replicas - set.availableReplicas));
    sizes.set(set.name, set.replicas - unhealthy);
    surplus -= unhealthy;
  }
  const available = total(old, (set) => set.availableReplicas) + fresh.availableReplicas;
  let spare = available - minAvailable;
  for (const set of old) {
    const size = sizes.get(set.name) ?? 0;
    const fewer = Math.min(Math.max(0, spare), size);
    sizes.set(set.name, size - fewer);
    spare -= fewer;
  }
  for (const set of old) if (sizes.get(set.name) === set.replicas) sizes.delete(set.name);
  return sizes;
}

/**
 * Distributes a change of size among the sets of an unfinished rollout, in proportion to their sizes (Kubernetes 1.37,
 * pkg/controller/deployment/util, deployment_util.go, `GetReplicaSetProportion`).
 */
export function proportionalSizes(sets: readonly RolloutSet[], wanted: number): Map<string, number> {
  const now = total(sets, (set) => set.replicas);
  const sizes = new Map<string, number>();
  let left = wanted;
  const bySize = [...sets].sort((one, other) => other.replicas - one.replicas);
  bySize.forEach((set, index) => {
    const last = index === bySize.length - 1;
    const share = last ? left : Math.min(left, Math.round((set.replicas / Math.max(1, now)) * wanted));
    sizes.set(set.name, Math.max(0, share));
    left -= share;
  });
  return sizes;
}
