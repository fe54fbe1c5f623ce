import { equalJson } from '@/sandbox/api/json';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { isReady } from '@/sandbox/controllers/pods';
import { amountOf } from '@/sandbox/controllers/template';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { namespacedName, splitKey } from '@/sandbox/controllers/workload-types';
import { toKubeTime } from '@/server/lib/time/clock';
import { selectorMatches } from '@/server/objects/selector';
import type { Condition, KubeObject, Pod, PodDisruptionBudget } from '@/server/objects/types';

const RESOURCE = 'poddisruptionbudgets.policy';
/**
 * A granted eviction without a deletion stops counting after this time (Kubernetes 1.37, pkg/controller/disruption,
 * disruption.go, `DeletionTimeout`).
 */
const FORGET_EVICTION_MS = 2 * 60_000;

/** Keeps the status of disruption budgets, by which evictions are granted or refused. */
export function startDisruptionBudgets(plane: ControlPlane): Running {
  const { registry } = plane;
  const queue = new WorkQueue(plane.clock, plane.log, (key) => reconcile(plane, key));
  const unwatch = [
    registry.watch<PodDisruptionBudget>(RESOURCE, (event) => queue.add(namespacedName(event.object)), {
      replay: true,
    }),
    registry.watch<Pod>('pods', ({ type, object, old }) => {
      const moved =
        type !== 'MODIFIED' ||
        !old ||
        isReady(object) !== isReady(old) ||
        object.metadata.deletionTimestamp !== old.metadata.deletionTimestamp ||
        object.status?.phase !== old.status?.phase ||
        !equalJson(object.metadata.labels, old.metadata.labels);
      if (!moved || registry.count(RESOURCE) === 0) return;
      for (const budget of registry.list<PodDisruptionBudget>(RESOURCE, object.metadata.namespace)) {
        if (covers(budget, object) || (old && covers(budget, old))) queue.add(namespacedName(budget));
      }
    }),
  ];
  return {
    stop: () => {
      for (const each of unwatch) each();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

function covers(budget: PodDisruptionBudget, pod: Pod): boolean {
  return selectorMatches(budget.spec?.selector, pod.metadata.labels ?? {});
}

function reconcile(plane: ControlPlane, key: string): void {
  const budget = plane.registry.get<PodDisruptionBudget>(RESOURCE, ...splitKey(key));
  if (!budget || budget.metadata.deletionTimestamp) return;
  const nowMs = plane.clock.now();
  const pods = [...plane.registry.list<Pod>('pods', budget.metadata.namespace)].filter((pod) =>
    covers(budget, pod),
  );
  const disruptedPods = stillDisrupted(budget, pods, nowMs);
  const healthy = pods.filter(
    (pod) => isReady(pod) && !pod.metadata.deletionTimestamp && !(pod.metadata.name in disruptedPods),
  ).length;
  const { expected, desired } = demands(plane, budget, pods);
  const allowed = expected > 0 ? Math.max(0, healthy - desired) : 0;
  plane.registry.mutate<PodDisruptionBudget>(
    RESOURCE,
    ...splitKey(key),
    (draft) => {
      draft.status = {
        observedGeneration: budget.metadata.generation,
        ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
        disruptionsAllowed: allowed,
        currentHealthy: healthy,
        desiredHealthy: desired,
        expectedPods: expected,
        conditions: [condition(budget, allowed > 0, nowMs)],
      };
    },
    { subresource: 'status' },
  );
}

function condition(budget: PodDisruptionBudget, allowed: boolean, nowMs: number): Condition {
  const status = allowed ? 'True' : 'False';
  const known = budget.status?.conditions?.find((each) => each.type === 'DisruptionAllowed');
  return {
    type: 'DisruptionAllowed',
    status,
    observedGeneration: budget.metadata.generation,
    lastTransitionTime: known?.status === status ? known.lastTransitionTime : toKubeTime(nowMs),
    reason: allowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  };
}

/** Evictions granted whose pods have not begun to terminate yet. */
function stillDisrupted(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  nowMs: number,
): Record<string, string> {
  const waiting = Object.entries(budget.status?.disruptedPods ?? {}).filter(([name, at]) => {
    const pod = pods.find((each) => each.metadata.name === name);
    return pod && !pod.metadata.deletionTimestamp && Date.parse(at) + FORGET_EVICTION_MS > nowMs;
  });
  return Object.fromEntries(waiting);
}

/**
 * How many pods there should be and how many of them must stay healthy (Kubernetes 1.37, pkg/controller/disruption,
 * disruption.go, `getExpectedPodCount`).
 */
function demands(
  plane: ControlPlane,
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
): { expected: number; desired: number } {
  const { minAvailable, maxUnavailable } = budget.spec ?? {};
  if (typeof minAvailable === 'number') return { expected: pods.length, desired: minAvailable };
  const expected = expectedPods(plane, pods);
  if (minAvailable !== undefined) return { expected, desired: amountOf(minAvailable, expected, 'up') };
  const unavailable = amountOf(maxUnavailable ?? 1, expected, 'up');
  return { expected, desired: Math.max(0, expected - unavailable) };
}

const SCALED: Readonly<Record<string, string>> = {
  ReplicaSet: 'replicasets.apps',
  StatefulSet: 'statefulsets.apps',
  ReplicationController: 'replicationcontrollers',
};

/** The sum of the replicas wanted by the pods' controllers; a pod without one is not expected. */
function expectedPods(plane: ControlPlane, pods: readonly Pod[]): number {
  const seen = new Set<string>();
  let expected = 0;
  for (const pod of pods) {
    const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller);
    if (!owner) continue;
    const resource = SCALED[owner.kind];
    if (!resource) {
      expected++;
      continue;
    }
    if (seen.has(owner.uid)) continue;
    seen.add(owner.uid);
    expected += replicasOf(plane, resource, pod.metadata.namespace, owner.name, seen);
  }
  return expected;
}

type Scalable = KubeObject & { spec: { replicas?: number } };

/** A Deployment counts once, for all its ReplicaSets. */
function replicasOf(
  plane: ControlPlane,
  resource: string,
  namespace: string | undefined,
  name: string,
  seen: Set<string>,
): number {
  const found = plane.registry.get<Scalable>(resource, namespace, name);
  const owner = found?.metadata.ownerReferences?.find((reference) => reference.controller);
  if (owner?.kind !== 'Deployment') return found?.spec.replicas ?? 0;
  if (seen.has(owner.uid)) return 0;
  seen.add(owner.uid);
  return plane.registry.get<Scalable>('deployments.apps', namespace, owner.name)?.spec.replicas ?? 0;
}
