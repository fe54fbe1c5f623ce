import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { watchOwned } from '@/sandbox/controllers/owner-watch';
import { availableInMs, countPods, hasFinished, isReady, podFrom } from '@/sandbox/controllers/pods';
import { ensureRevision, findRevision, type Revision } from '@/sandbox/controllers/revisions';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { type StatefulSet, splitKey } from '@/sandbox/controllers/workload-types';
import type { Pod } from '@/server/objects/types';

const RESOURCE = 'statefulsets.apps';
const SOURCE = { component: 'statefulset-controller' };
const REVISION_LABEL = 'controller-revision-hash';

/** Runs numbered pods: started in order, stopped and updated in reverse order, one at a time. */
export function startStatefulSets(plane: ControlPlane): Running {
  const { registry, clock } = plane;
  const queue = new WorkQueue(clock, plane.log, async (key) => {
    const set = registry.get<StatefulSet>(RESOURCE, ...splitKey(key));
    if (!set) return;
    const fresh = await ensureRevision(plane, set);
    const current = findRevision(plane, set, set.status?.currentRevision) ?? fresh;
    const failure = set.metadata.deletionTimestamp ? undefined : await manage(plane, set, current, fresh);
    const waitMs = reportStatus(plane, key, current, fresh);
    if (waitMs !== undefined) queue.addAfter(key, waitMs);
    if (failure) throw failure;
  });
  const unwatch = watchOwned(registry, RESOURCE, 'StatefulSet', 'pods', (key) => queue.add(key));
  return {
    stop: () => {
      unwatch();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

/**
 * One step towards the wanted state; returns the refusal that stopped it, if any (Kubernetes 1.37,
 * pkg/controller/statefulset, stateful_set_control.go, `updateStatefulSet`).
 */
async function manage(
  plane: ControlPlane,
  set: StatefulSet,
  current: Revision,
  fresh: Revision,
): Promise<Error | undefined> {
  const wanted = set.spec.replicas ?? 1;
  const inOrder = set.spec.podManagementPolicy !== 'Parallel';
  const pods = podsByOrdinal(plane, set);
  const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  for (let ordinal = 0; ordinal < wanted; ordinal++) {
    const pod = pods.get(ordinal);
    if (!pod) {
      const failure = await createPod(plane, set, ordinal, ordinal < partition ? current : fresh);
      if (failure || inOrder) return failure;
    } else if (hasFinished(pod) && !pod.metadata.deletionTimestamp) {
      deletePod(plane, set, pod);
      if (inOrder) return undefined;
    } else if (inOrder && !isHealthy(plane, set, pod)) {
      return undefined;
    }
  }
  const surplus = [...pods].filter(([ordinal]) => ordinal >= wanted).sort(([one], [other]) => other - one);
  for (const [, pod] of surplus) {
    if (!pod.metadata.deletionTimestamp) deletePod(plane, set, pod);
    if (inOrder) return undefined;
  }
  if (set.spec.updateStrategy?.type !== 'OnDelete') update(plane, set, pods, fresh, partition);
  return undefined;
}

/** Deletes the highest pod of an older revision once all pods above it are healthy. */
function update(
  plane: ControlPlane,
  set: StatefulSet,
  pods: ReadonlyMap<number, Pod>,
  fresh: Revision,
  partition: number,
): void {
  for (let ordinal = (set.spec.replicas ?? 1) - 1; ordinal >= partition; ordinal--) {
    const pod = pods.get(ordinal);
    if (!pod) return;
    if (pod.metadata.labels?.[REVISION_LABEL] !== fresh.name && !pod.metadata.deletionTimestamp) {
      deletePod(plane, set, pod);
      return;
    }
    if (!isHealthy(plane, set, pod)) return;
  }
}

function isHealthy(plane: ControlPlane, set: StatefulSet, pod: Pod): boolean {
  const waitMs = availableInMs(pod, set.spec.minReadySeconds ?? 0, plane.clock.now());
  return waitMs === 0 && !pod.metadata.deletionTimestamp;
}

function podsByOrdinal(plane: ControlPlane, set: StatefulSet): Map<number, Pod> {
  const pods = new Map<number, Pod>();
  for (const pod of plane.registry.ownedBy<Pod>('pods', set.metadata.uid ?? '')) {
    const ordinal = Number(pod.metadata.name.slice(set.metadata.name.length + 1));
    if (Number.isInteger(ordinal)) pods.set(ordinal, pod);
  }
  return pods;
}

async function createPod(
  plane: ControlPlane,
  set: StatefulSet,
  ordinal: number,
  revision: Revision,
): Promise<Error | undefined> {
  const name = `${set.metadata.name}-${ordinal}`;
  const pod = podFrom(set, revision.template, name, {
    [REVISION_LABEL]: revision.name,
    'statefulset.kubernetes.io/pod-name': name,
  });
  Object.assign(pod.spec, { hostname: name, subdomain: set.spec.serviceName });
  try {
    await plane.registry.create('pods', pod);
    tell(plane, set, 'create', name);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = `create Pod ${name} in StatefulSet ${set.metadata.name} failed error: ${error.message}`;
    plane.events.write(SOURCE, { object: set, type: 'Warning', reason: 'FailedCreate', message });
    return error;
  }
}

function deletePod(plane: ControlPlane, set: StatefulSet, pod: Pod): void {
  const { namespace, name, uid } = pod.metadata;
  plane.registry.delete('pods', namespace, name, { uid });
  tell(plane, set, 'delete', name);
}

function tell(plane: ControlPlane, set: StatefulSet, verb: 'create' | 'delete', pod: string): void {
  plane.events.write(SOURCE, {
    object: set,
    type: 'Normal',
    reason: verb === 'create' ? 'SuccessfulCreate' : 'SuccessfulDelete',
    message: `${verb} Pod ${pod} in StatefulSet ${set.metadata.name} successful`,
  });
}

function reportStatus(
  plane: ControlPlane,
  key: string,
  current: Revision,
  fresh: Revision,
): number | undefined {
  const set = plane.registry.get<StatefulSet>(RESOURCE, ...splitKey(key));
  if (!set) return undefined;
  const pods = [...podsByOrdinal(plane, set).values()];
  const live = pods.filter((pod) => !pod.metadata.deletionTimestamp);
  const minReadySeconds = set.spec.minReadySeconds ?? 0;
  const { ready, available, nextAvailableMs } = countPods(pods, minReadySeconds, plane.clock.now());
  const atRevision = (name: string) =>
    live.filter((pod) => pod.metadata.labels?.[REVISION_LABEL] === name).length;
  const updated = atRevision(fresh.name);
  const wanted = set.spec.replicas ?? 1;
  const done = updated === wanted && pods.length === wanted && pods.every(isReady);
  const revision = done ? fresh.name : current.name;
  const currentReplicas = done ? updated : atRevision(current.name);
  plane.registry.mutate<StatefulSet>(
    RESOURCE,
    ...splitKey(key),
    (draft) => {
      draft.status = {
        observedGeneration: set.metadata.generation,
        replicas: pods.length,
        ...(ready > 0 && { readyReplicas: ready }),
        ...(currentReplicas > 0 && { currentReplicas }),
        ...(updated > 0 && { updatedReplicas: updated }),
        currentRevision: revision,
        updateRevision: fresh.name,
        collisionCount: 0,
        availableReplicas: available,
      };
    },
    { subresource: 'status' },
  );
  return nextAvailableMs;
}
