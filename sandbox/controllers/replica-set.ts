import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { watchOwned } from '@/sandbox/controllers/owner-watch';
import { compareForDeletion, countPods, isActive, type PodNames, podFrom } from '@/sandbox/controllers/pods';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { type ReplicaSet, splitKey } from '@/sandbox/controllers/workload-types';
import { toKubeTime } from '@/server/lib/time/clock';
import { selectorMatches } from '@/server/objects/selector';
import type { Condition, Pod } from '@/server/objects/types';

const SOURCE = { component: 'replicaset-controller' };
const BURST = 500;

/** Keeps as many pods as each ReplicaSet wants and reports them in its status. */
export function startReplicaSets(plane: ControlPlane, names: PodNames): Running {
  const { registry, clock } = plane;
  const queue = new WorkQueue(clock, plane.log, async (key) => {
    const set = registry.get<ReplicaSet>('replicasets.apps', ...splitKey(key));
    if (!set) return;
    const failure = set.metadata.deletionTimestamp ? undefined : await manage(plane, names, set);
    const waitMs = reportStatus(plane, key, failure);
    if (waitMs !== undefined) queue.addAfter(key, waitMs);
    if (failure) throw failure;
  });
  const unwatch = watchOwned(registry, 'replicasets.apps', 'ReplicaSet', 'pods', (key) => queue.add(key));
  return {
    stop: () => {
      unwatch();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

function podsOf(plane: ControlPlane, set: ReplicaSet): Pod[] {
  return [...plane.registry.ownedBy<Pod>('pods', set.metadata.uid ?? '')].filter(isActive);
}

/** Creates or deletes pods; returns the refusal that stopped it, if any. */
async function manage(plane: ControlPlane, names: PodNames, set: ReplicaSet): Promise<Error | undefined> {
  const pods = podsOf(plane, set);
  const missing = (set.spec.replicas ?? 1) - pods.length;
  if (missing > 0) return createPods(plane, names, set, Math.min(missing, BURST));
  for (const pod of pods.sort(compareForDeletion).slice(0, -missing)) deletePod(plane, set, pod);
  return undefined;
}

/**
 * In batches that double from one, so that a refusal that would hit all costs only a few requests (Kubernetes 1.37,
 * pkg/controller/replicaset, replica_set.go, `slowStartBatch`).
 */
async function createPods(
  plane: ControlPlane,
  names: PodNames,
  set: ReplicaSet,
  count: number,
): Promise<Error | undefined> {
  let batch = 1;
  for (let left = count; left > 0; left -= batch, batch = Math.min(left, batch * 2)) {
    const outcomes = await Promise.all(
      Array.from({ length: Math.min(batch, left) }, () => createPod(plane, set, names.next(set))),
    );
    const failure = outcomes.find((outcome) => outcome !== undefined);
    if (failure) return failure;
  }
  return undefined;
}

async function createPod(plane: ControlPlane, set: ReplicaSet, name: string): Promise<Error | undefined> {
  try {
    const pod = await plane.registry.create('pods', podFrom(set, set.spec.template, name));
    plane.events.write(SOURCE, {
      object: set,
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: `Created pod: ${pod.metadata.name}`,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    plane.events.write(SOURCE, {
      object: set,
      type: 'Warning',
      reason: 'FailedCreate',
      message: `Error creating: ${error.message}`,
    });
    return error;
  }
}

function deletePod(plane: ControlPlane, set: ReplicaSet, pod: Pod): void {
  plane.registry.delete('pods', pod.metadata.namespace, pod.metadata.name, { uid: pod.metadata.uid });
  plane.events.write(SOURCE, {
    object: set,
    type: 'Normal',
    reason: 'SuccessfulDelete',
    message: `Deleted pod: ${pod.metadata.name}`,
  });
}

/** Writes the status if it changed; returns when a ready pod becomes available. */
function reportStatus(plane: ControlPlane, key: string, failure: Error | undefined): number | undefined {
  const set = plane.registry.get<ReplicaSet>('replicasets.apps', ...splitKey(key));
  if (!set) return undefined;
  const pods = podsOf(plane, set);
  const nowMs = plane.clock.now();
  const { ready, available, nextAvailableMs } = countPods(pods, set.spec.minReadySeconds ?? 0, nowMs);
  const labeled = pods.filter((pod) =>
    selectorMatches({ matchLabels: set.spec.template.metadata?.labels ?? {} }, pod.metadata.labels ?? {}),
  ).length;
  const conditions = conditionsOf(set.status?.conditions ?? [], failure, pods.length, set, nowMs);
  plane.registry.mutate<ReplicaSet>(
    'replicasets.apps',
    set.metadata.namespace,
    set.metadata.name,
    (draft) => {
      draft.status = {
        replicas: pods.length,
        ...(labeled > 0 && { fullyLabeledReplicas: labeled }),
        ...(ready > 0 && { readyReplicas: ready }),
        ...(available > 0 && { availableReplicas: available }),
        observedGeneration: set.metadata.generation,
        ...(conditions.length > 0 && { conditions }),
      };
    },
    { subresource: 'status' },
  );
  return nextAvailableMs;
}

function conditionsOf(
  before: Condition[],
  failure: Error | undefined,
  podCount: number,
  set: ReplicaSet,
  nowMs: number,
): Condition[] {
  const others = before.filter((condition) => condition.type !== 'ReplicaFailure');
  const known = before.find((condition) => condition.type === 'ReplicaFailure');
  if (failure && podCount < (set.spec.replicas ?? 1)) {
    if (known?.reason === 'FailedCreate') return before;
    const condition: Condition = {
      type: 'ReplicaFailure',
      status: 'True',
      lastTransitionTime: toKubeTime(nowMs),
      reason: 'FailedCreate',
      message: failure.message,
    };
    return [...others, condition];
  }
  return failure ? before : others;
}
