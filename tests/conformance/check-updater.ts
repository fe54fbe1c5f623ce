import { defaultConfig } from '@/server/config';
import { NO_LIMITS } from '@/server/decide/pods/limit-bounds';
import { candidates } from '@/server/decide/running/candidate';
import { Planner } from '@/server/decide/running/plan';
import { NO_LOOP, type WorkloadInput } from '@/server/decide/running/plan-input';
import type { PodPlan, Priority, VpaPlan } from '@/server/decide/running/planned';
import { PodFacts } from '@/server/decide/running/pod-facts';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { asTheReference } from './as-the-reference';
import { type Checker, Difference, expectClose, expectSame, namedCases } from './checker';

interface UpdaterCase {
  name: string;
  now: string;
  minReplicas: number;
  evictionTolerance: number;
  podUpdateThreshold: number;
  inRecommendationBoundsEvictionLifetimeThresholdSeconds: number;
  evictAfterOomThresholdSeconds: number;
  replicaSetReplicas: number;
  vpa: VerticalPodAutoscaler;
  pods: Pod[];
  priorities: Record<string, Priority>;
  updateOrder: string[];
  evicted: string[];
}

/** Priorities, update order and evictions of one pass over the pods of one ReplicaSet. */
export const updaterChecker: Checker<UpdaterCase> = {
  file: 'updater',
  cases: namedCases<UpdaterCase>,
  check(vector) {
    const workload = workloadOf(vector);
    const priorities = prioritiesOf(workload);
    for (const [pod, expected] of Object.entries(vector.priorities)) {
      const actual = priorities.get(pod);
      expectSame(`${pod} outside range`, expected.outsideRecommendedRange, actual?.outsideRecommendedRange);
      expectSame(`${pod} scale up`, expected.scaleUp, actual?.scaleUp);
      expectClose(`${pod} difference`, expected.resourceDiff, actual?.resourceDiff ?? Number.NaN);
    }
    const [plan] = new Planner().plan({
      nowMs: Date.parse(vector.now),
      cluster: { settings: settingsOf(vector), lease: { kind: 'fresh' } },
      workloads: [workload],
      allowances: {},
    }).vpas;
    if (!plan) throw new Difference('plan', 'one VPA', 'none');
    expectSameOrder(vector, updateOrderOf(plan), priorities);
    expectSameEvictions(vector, plan, priorities);
  },
};

function workloadOf({ vpa, pods, replicaSetReplicas }: UpdaterCase): WorkloadInput {
  return {
    vpa: asTheReference(vpa),
    // The recorded pods have no node; the reference lists only scheduled ones.
    pods: pods.map((pod) => ({ ...pod, spec: { ...pod.spec, nodeName: 'node' } })),
    controllers: [{ uid: 'rs', kind: 'ReplicaSet', name: 'web-rs', configured: replicaSetReplicas }],
    limits: NO_LIMITS,
    quotas: [],
    budgets: [],
    conflicts: [],
    loop: NO_LOOP,
    refusals: new Map(),
    failures: new Map(),
  };
}

function settingsOf(vector: UpdaterCase) {
  return defaultConfig({
    minReplicas: vector.minReplicas,
    evictionTolerance: vector.evictionTolerance,
    podUpdateThreshold: vector.podUpdateThreshold,
    inRecommendationBoundsEvictionLifetimeThresholdMs:
      vector.inRecommendationBoundsEvictionLifetimeThresholdSeconds * 1000,
    evictAfterOomThresholdMs: vector.evictAfterOomThresholdSeconds * 1000,
    ageOfRequests: false,
    changeMargin: 0,
    loweringWindowMs: 0,
    changesADay: 0,
    nodeGuard: 0,
    urgentChanges: false,
    respectMarks: false,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
    resourcesApart: false,
    deferredResizeHeldMs: 0,
    memoryFlatMs: 0,
  });
}

function prioritiesOf(workload: WorkloadInput): Map<string, Priority> {
  const candidateOf = candidates(workload);
  return new Map(workload.pods.map((pod) => [pod.metadata.name, candidateOf(new PodFacts(pod)).priority]));
}

/**
 * The reference orders the pods that could go when the pass begins, without those held back before any was
 * chosen, and those whose eviction requirements fail.
 */
function updateOrderOf(plan: VpaPlan): string[] {
  const isOrdered = ({ decision, reasons }: PodPlan) =>
    decision === 'evict' ||
    (reasons.some((reason) => reason.code === 'tolerance-used-up' && reason.chosen > 0) &&
      reasons.every((reason) => reason.code !== 'eviction-requirement'));
  return plan.pods.filter(isOrdered).map((pod) => pod.name);
}

function expectSameOrder(
  { updateOrder }: UpdaterCase,
  actual: readonly string[],
  priorities: Map<string, Priority>,
): void {
  const byName = (names: readonly string[]) => [...names].sort().join();
  expectSame('pods to update', byName(updateOrder), byName(actual));
  updateOrder.forEach((name, index) => {
    const later = updateOrder[index + 1];
    if (later !== undefined && precedes(priorities.get(later), priorities.get(name)))
      throw new Difference('update order', `${name} before ${later}`, `${later} before ${name}`);
  });
}

function precedes(a: Priority | undefined, b: Priority | undefined): boolean {
  if (!a || !b) return false;
  if (a.scaleUp !== b.scaleUp) return a.scaleUp;
  return a.resourceDiff > b.resourceDiff * (1 + 1e-9);
}

/** If pods of equal priority leave open which goes, as many of that priority must go. */
function expectSameEvictions(
  { evicted }: UpdaterCase,
  plan: VpaPlan,
  priorities: Map<string, Priority>,
): void {
  const text = (name: string) => {
    const priority = priorities.get(name);
    return `${priority?.scaleUp} ${priority?.resourceDiff.toPrecision(9)}`;
  };
  const ours = plan.pods.filter((pod) => pod.decision === 'evict').map((pod) => pod.name);
  const isTie =
    new Set(evicted.map(text)).size < evicted.length || evicted.some((name) => !ours.includes(name));
  const view = isTie ? text : (name: string) => name;
  expectSame('evicted', evicted.map(view).sort().join(), ours.map(view).sort().join());
}
