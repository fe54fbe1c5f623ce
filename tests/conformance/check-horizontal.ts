import { evaluateMetric } from '@/server/decide/replicas/metric';
import { RULES_OF_1_24 } from '@/server/decide/replicas/rules';
import { scaledPod } from '@/server/decide/replicas/scaled-pod';
import { settleReplicas } from '@/server/decide/replicas/settling';
import type { HpaBehavior, MetricSpec, Pod } from '@/server/objects/types';
import { type Checker, Difference, expectSame } from './checker';

interface ContainerAmounts {
  cpuMilli?: number | null;
  memoryBytes?: number | null;
}

interface PodCase {
  name: string;
  deleting: boolean;
  phase: NonNullable<Pod['status']>['phase'];
  ready?: 'True' | 'False' | 'Unknown' | null;
  readyTransitionAgeSeconds?: number | null;
  startAgeSeconds?: number | null;
  /** By container; one that is left out has none. */
  requests: Record<string, ContainerAmounts>;
}

/** Pods and container metrics in, the proposal of one metric out. */
interface ReplicaCase {
  name: string;
  currentReplicas: number;
  resource: 'cpu' | 'memory';
  /** Set: ContainerResource; not set: Resource. */
  container?: string;
  averageUtilization?: number;
  averageValueMilli?: number;
  tolerance: number;
  cpuInitializationPeriodSeconds: number;
  initialReadinessDelaySeconds: number;
  pods: PodCase[];
  podMetrics: {
    pod: string;
    timestampAgeSeconds: number;
    windowSeconds: number;
    containers: Record<string, ContainerAmounts>;
  }[];
  replicas: number;
  currentAverageUtilization: number;
  currentAverageValueMilli: number;
  error?: string;
}

interface Aged {
  ageSeconds: number;
  value: number;
}

/** The proposal of the metrics in, replicas after stabilization, policies and bounds out. */
interface BehaviorCase {
  name: string;
  minReplicas: number;
  maxReplicas: number;
  currentReplicas: number;
  desiredReplicas: number;
  behavior?: HpaBehavior | null;
  downscaleStabilizationWindowSeconds: number;
  pastRecommendations: Aged[];
  scaleUpEvents: Aged[];
  scaleDownEvents: Aged[];
  replicas: number;
}

type HorizontalCase =
  | { replicaCase: ReplicaCase; containers: readonly string[] }
  | { behaviorCase: BehaviorCase };

const NOW_MS = Date.UTC(2026, 7, 1, 12);

/** Evaluation of HPAs by the rules of Kubernetes 1.24: one metric at a time, and what becomes of a proposal. */
export const horizontalChecker: Checker<HorizontalCase> = {
  file: 'horizontal',
  cases(content) {
    const { replicaCases = [], behaviorCases = [] } = content as {
      replicaCases?: ReplicaCase[];
      behaviorCases?: BehaviorCase[];
    };
    const containers = containersOf(replicaCases);
    const cases = [
      ...replicaCases.map((replicaCase) => ({
        name: `replicas ${replicaCase.name}`,
        vector: { replicaCase, containers },
      })),
      ...behaviorCases.map((behaviorCase) => ({
        name: `behavior ${behaviorCase.name}`,
        vector: { behaviorCase },
      })),
    ];
    if (cases.length === 0) throw new Error('it has neither replicaCases nor behaviorCases');
    return cases;
  },
  check(vector) {
    if ('replicaCase' in vector) checkReplicas(vector.replicaCase, vector.containers);
    else checkBehavior(vector.behaviorCase);
  },
};

/** Every pod of the reference has the same containers; one that a case leaves out requests nothing. */
function containersOf(cases: readonly ReplicaCase[]): string[] {
  const stated = cases.flatMap(({ pods }) => pods.flatMap(({ requests }) => Object.keys(requests)));
  const measured = cases.flatMap(({ podMetrics }) =>
    podMetrics.flatMap(({ containers }) => Object.keys(containers)),
  );
  return [...new Set([...stated, ...measured])];
}

function checkReplicas(vector: ReplicaCase, containers: readonly string[]): void {
  const outcome = evaluateMetric(
    specOf(vector),
    {
      kind: 'usage',
      pods: vector.podMetrics.map(({ pod, timestampAgeSeconds, windowSeconds, containers }) => ({
        pod,
        atMs: before(timestampAgeSeconds),
        windowMs: windowSeconds * 1000,
        containers: Object.entries(containers).map(([name, amounts]) => ({ name, usage: milli(amounts) })),
      })),
    },
    {
      pods: vector.pods.map((pod) => scaledPod(podOf(pod, containers))),
      scale: { specReplicas: vector.currentReplicas, statusReplicas: vector.currentReplicas },
      tolerances: { up: vector.tolerance, down: vector.tolerance },
      settings: {
        tolerance: vector.tolerance,
        cpuInitializationPeriodMs: vector.cpuInitializationPeriodSeconds * 1000,
        initialReadinessDelayMs: vector.initialReadinessDelaySeconds * 1000,
        downscaleStabilizationMs: 0,
        rules: RULES_OF_1_24,
      },
      nowMs: NOW_MS,
    },
  );
  if (outcome.kind === 'failed') {
    if (!vector.error) throw new Difference('outcome', `${vector.replicas} replicas`, outcome.failure);
    return;
  }
  if (vector.error) throw new Difference('outcome', vector.error, `${outcome.replicas} replicas`);
  expectSame('replicas', vector.replicas, outcome.replicas);
  const { averageUtilization = 0, averageValueMilli } = outcome.current;
  expectSame('currentAverageUtilization', vector.currentAverageUtilization, averageUtilization);
  expectSame('currentAverageValueMilli', vector.currentAverageValueMilli, averageValueMilli);
}

function specOf({ resource, container, averageUtilization, averageValueMilli }: ReplicaCase): MetricSpec {
  const target =
    averageUtilization === undefined
      ? { type: 'AverageValue', averageValue: `${averageValueMilli}m` }
      : { type: 'Utilization', averageUtilization };
  return container === undefined
    ? { type: 'Resource', resource: { name: resource, target } }
    : { type: 'ContainerResource', containerResource: { name: resource, container, target } };
}

function podOf(vector: PodCase, containers: readonly string[]): Pod {
  const { name, deleting, phase, ready, startAgeSeconds, readyTransitionAgeSeconds, requests } = vector;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...(deleting && { deletionTimestamp: new Date(NOW_MS).toISOString() }) },
    spec: {
      containers: containers.map((container) => ({
        name: container,
        resources: {
          requests: Object.fromEntries(
            Object.entries(milli(requests[container])).map(([resource, amount]) => [resource, `${amount}m`]),
          ),
        },
      })),
    },
    status: {
      phase,
      startTime: timeOf(startAgeSeconds),
      conditions: ready
        ? [{ type: 'Ready', status: ready, lastTransitionTime: timeOf(readyTransitionAgeSeconds) }]
        : [],
    },
  };
}

/** Thousandths of a CPU and of a byte. */
function milli(amounts: ContainerAmounts | undefined): Record<string, number> {
  const { cpuMilli, memoryBytes } = amounts ?? {};
  return {
    ...(typeof cpuMilli === 'number' && { cpu: cpuMilli }),
    ...(typeof memoryBytes === 'number' && { memory: memoryBytes * 1000 }),
  };
}

function checkBehavior(vector: BehaviorCase): void {
  const events = (aged: readonly Aged[]) =>
    aged.map(({ ageSeconds, value }) => ({ atMs: before(ageSeconds), replicas: value }));
  const { replicas } = settleReplicas({
    current: vector.currentReplicas,
    proposed: vector.desiredReplicas,
    bounds: { min: vector.minReplicas, max: vector.maxReplicas },
    behavior: vector.behavior ?? undefined,
    past: {
      recommendations: events(vector.pastRecommendations),
      added: events(vector.scaleUpEvents),
      removed: events(vector.scaleDownEvents),
    },
    settings: {
      tolerance: 0,
      cpuInitializationPeriodMs: 0,
      initialReadinessDelayMs: 0,
      downscaleStabilizationMs: vector.downscaleStabilizationWindowSeconds * 1000,
      rules: RULES_OF_1_24,
    },
    // The reference reads the clock after it made the ages.
    nowMs: NOW_MS + 1,
  });
  expectSame('replicas', vector.replicas, replicas);
}

function before(ageSeconds: number): number {
  return NOW_MS - ageSeconds * 1000;
}

function timeOf(ageSeconds: number | null | undefined): string | undefined {
  return typeof ageSeconds === 'number' ? new Date(before(ageSeconds)).toISOString() : undefined;
}
