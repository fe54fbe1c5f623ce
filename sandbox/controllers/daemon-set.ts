import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { watchOwned } from '@/sandbox/controllers/owner-watch';
import { countPods, hasFinished, isReady, type PodNames, podFrom } from '@/sandbox/controllers/pods';
import { ensureRevision, type Revision } from '@/sandbox/controllers/revisions';
import { amountOf } from '@/sandbox/controllers/template';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { type DaemonSet, namespacedName, splitKey } from '@/sandbox/controllers/workload-types';
import type { Node, Pod } from '@/server/objects/types';

const RESOURCE = 'daemonsets.apps';
const SOURCE = { component: 'daemonset-controller' };
const REVISION_LABEL = 'controller-revision-hash';

/**
 * The tolerations that let a daemon's pod run where others may not (Kubernetes 1.37, pkg/controller/daemon/util,
 * daemonset_util.go, `AddOrUpdateDaemonPodTolerations`).
 */
const TOLERATIONS = [
  ...['not-ready', 'unreachable'].map((taint) => toleration(taint, 'NoExecute')),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((taint) =>
    toleration(taint, 'NoSchedule'),
  ),
];

function toleration(taint: string, effect: string) {
  return { key: `node.kubernetes.io/${taint}`, operator: 'Exists', effect };
}

/** Runs one pod on every node. */
export function startDaemonSets(plane: ControlPlane, names: PodNames): Running {
  const { registry, clock } = plane;
  const queue = new WorkQueue(clock, plane.log, async (key) => {
    const set = registry.get<DaemonSet>(RESOURCE, ...splitKey(key));
    if (!set) return;
    const fresh = await ensureRevision(plane, set);
    const failure = set.metadata.deletionTimestamp ? undefined : await manage(plane, names, set, fresh);
    const waitMs = reportStatus(plane, key, fresh);
    if (waitMs !== undefined) queue.addAfter(key, waitMs);
    if (failure) throw failure;
  });
  const unwatch = watchOwned(registry, RESOURCE, 'DaemonSet', 'pods', (key) => queue.add(key));
  const unwatchNodes = registry.watch<Node>('nodes', (event) => {
    if (event.type === 'MODIFIED') return;
    for (const set of registry.list<DaemonSet>(RESOURCE)) queue.add(namespacedName(set));
  });
  return {
    stop: () => {
      unwatch();
      unwatchNodes();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

async function manage(
  plane: ControlPlane,
  names: PodNames,
  set: DaemonSet,
  fresh: Revision,
): Promise<Error | undefined> {
  const nodes = eligibleNodes(plane, set);
  const pods = podsByNode(plane, set);
  let failure: Error | undefined;
  for (const [node, pod] of pods) {
    if (pod.metadata.deletionTimestamp) continue;
    if (hasFinished(pod)) {
      const { namespace, name } = pod.metadata;
      const message = `Found failed daemon pod ${namespace}/${name} on node ${node}, will try to kill it`;
      plane.events.write(SOURCE, { object: set, type: 'Warning', reason: 'FailedDaemonPod', message });
      deletePod(plane, set, pod);
    } else if (!nodes.includes(node)) {
      deletePod(plane, set, pod);
    }
  }
  for (const node of nodes) {
    if (!pods.has(node)) failure ??= await createPod(plane, names, set, fresh, node);
  }
  if (set.spec.updateStrategy?.type !== 'OnDelete') update(plane, set, fresh, nodes.length);
  return failure;
}

/**
 * Deletes pods of older revisions, those that are not ready first, as far as `maxUnavailable` allows (Kubernetes 1.37,
 * pkg/controller/daemon, update.go, `rollingUpdate`).
 */
function update(plane: ControlPlane, set: DaemonSet, fresh: Revision, nodeCount: number): void {
  const pods = [...podsByNode(plane, set).values()];
  const allowed = Math.max(
    1,
    amountOf(set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, nodeCount, 'up'),
  );
  const old = pods.filter(
    (pod) => pod.metadata.labels?.[REVISION_LABEL] !== fresh.hash && !pod.metadata.deletionTimestamp,
  );
  let unavailable = pods.filter((pod) => !isReady(pod) || pod.metadata.deletionTimestamp).length;
  unavailable += Math.max(0, nodeCount - pods.length);
  for (const pod of old.sort((one, other) => Number(isReady(one)) - Number(isReady(other)))) {
    if (isReady(pod)) {
      if (unavailable >= allowed) return;
      unavailable++;
    }
    deletePod(plane, set, pod);
  }
}

function eligibleNodes(plane: ControlPlane, set: DaemonSet): string[] {
  const wanted = Object.entries(set.spec.template.spec.nodeSelector ?? {});
  return [...plane.registry.list<Node>('nodes')]
    .filter((node) => wanted.every(([label, value]) => node.metadata.labels?.[label] === value))
    .map((node) => node.metadata.name);
}

interface Pinned {
  affinity?: {
    nodeAffinity?: {
      requiredDuringSchedulingIgnoredDuringExecution?: {
        nodeSelectorTerms?: { matchFields?: { values?: string[] }[] }[];
      };
    };
  };
}

function podsByNode(plane: ControlPlane, set: DaemonSet): Map<string, Pod> {
  const pods = new Map<string, Pod>();
  for (const pod of plane.registry.ownedBy<Pod>('pods', set.metadata.uid ?? '')) {
    const { affinity } = pod.spec as Pod['spec'] & Pinned;
    const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
    const node = pod.spec.nodeName ?? terms?.[0]?.matchFields?.[0]?.values?.[0];
    if (node) pods.set(node, pod);
  }
  return pods;
}

async function createPod(
  plane: ControlPlane,
  names: PodNames,
  set: DaemonSet,
  fresh: Revision,
  node: string,
): Promise<Error | undefined> {
  const pod = podFrom(set, fresh.template, names.next(set), {
    [REVISION_LABEL]: fresh.hash,
    'pod-template-generation': set.metadata.annotations?.['deprecated.daemonset.template.generation'] ?? '1',
  });
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  Object.assign(pod.spec, {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
      },
    },
    tolerations: TOLERATIONS,
  });
  try {
    const created = await plane.registry.create('pods', pod);
    const message = `Created pod: ${created.metadata.name}`;
    plane.events.write(SOURCE, { object: set, type: 'Normal', reason: 'SuccessfulCreate', message });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = `Error creating: ${error.message}`;
    plane.events.write(SOURCE, { object: set, type: 'Warning', reason: 'FailedCreate', message });
    return error;
  }
}

function deletePod(plane: ControlPlane, set: DaemonSet, pod: Pod): void {
  const { namespace, name, uid } = pod.metadata;
  plane.registry.delete('pods', namespace, name, { uid });
  const message = `Deleted pod: ${name}`;
  plane.events.write(SOURCE, { object: set, type: 'Normal', reason: 'SuccessfulDelete', message });
}

function reportStatus(plane: ControlPlane, key: string, fresh: Revision): number | undefined {
  const set = plane.registry.get<DaemonSet>(RESOURCE, ...splitKey(key));
  if (!set) return undefined;
  const nodes = eligibleNodes(plane, set);
  const placed = [...podsByNode(plane, set)];
  const pods = placed.filter(([node]) => nodes.includes(node)).map(([, pod]) => pod);
  const { ready, available, nextAvailableMs } = countPods(
    pods,
    set.spec.minReadySeconds ?? 0,
    plane.clock.now(),
  );
  const updated = pods.filter((pod) => pod.metadata.labels?.[REVISION_LABEL] === fresh.hash).length;
  const unavailable = nodes.length - available;
  plane.registry.mutate<DaemonSet>(
    RESOURCE,
    ...splitKey(key),
    (draft) => {
      draft.status = {
        currentNumberScheduled: pods.length,
        numberMisscheduled: placed.length - pods.length,
        desiredNumberScheduled: nodes.length,
        numberReady: ready,
        observedGeneration: set.metadata.generation ?? 0,
        ...(updated > 0 && { updatedNumberScheduled: updated }),
        ...(available > 0 && { numberAvailable: available }),
        ...(unavailable > 0 && { numberUnavailable: unavailable }),
      };
    },
    { subresource: 'status' },
  );
  return nextAvailableMs;
}
