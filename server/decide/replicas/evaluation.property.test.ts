import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containerUtilization,
  cpuUtilization,
  externalValue,
  inputOf,
  NOW_MS,
  podOf,
  usageOf,
} from '@/tests/support/hpa-evaluation';
import { runs } from '@/tests/support/property-runs';
import type { HpaBehavior, MetricSpec } from '../../objects/types';
import { evaluate } from './evaluation';
import type { EvaluationInput, MetricReading } from './input';
import { evaluateMetric } from './metric';
import type { HpaPast } from './past';
import type { ReplicaProposal } from './proposal';
import { RULES_OF_1_24, RULES_OF_TODAY } from './rules';

/** A pod of the target: what it requests, what it uses, and whether the metrics API knows. */
interface PodCase {
  request: number;
  use: number;
  state: 'ready' | 'pending' | 'missing' | 'deleting';
}

const anyPod: fc.Arbitrary<PodCase> = fc.record({
  // Every target is a whole number of millicores of these.
  request: fc.constantFrom(50, 100, 250),
  use: fc.nat({ max: 600 }),
  state: fc.constantFrom('ready', 'ready', 'ready', 'pending', 'missing'),
});

const anyPolicies = fc.array(
  fc.record({
    type: fc.constantFrom('Pods' as const, 'Percent' as const),
    value: fc.integer({ min: 1, max: 200 }),
    periodSeconds: fc.constantFrom(15, 60, 300),
  }),
  { minLength: 1, maxLength: 3 },
);

const anyRules = fc.record(
  {
    stabilizationWindowSeconds: fc.constantFrom(0, 30, 300),
    selectPolicy: fc.constantFrom('Max' as const, 'Min' as const, 'Disabled' as const),
    policies: anyPolicies,
    tolerance: fc.constantFrom('0', '0.05', '0.3'),
  },
  { requiredKeys: [] },
);

const anyBehavior: fc.Arbitrary<HpaBehavior | undefined> = fc.option(
  fc.record({ scaleUp: anyRules, scaleDown: anyRules }, { requiredKeys: [] }),
  { nil: undefined },
);

const anyHistory = fc.array(
  fc.record({ ago: fc.nat({ max: 400_000 }), replicas: fc.integer({ min: 1, max: 40 }) }),
  { maxLength: 5 },
);

const anyPast: fc.Arbitrary<HpaPast | undefined> = fc.option(
  fc.tuple(anyHistory, anyHistory, anyHistory).map(([recommendations, added, removed]) => {
    const dated = (list: typeof added) => list.map(({ ago, replicas }) => ({ atMs: NOW_MS - ago, replicas }));
    return { recommendations: dated(recommendations), added: dated(added), removed: dated(removed) };
  }),
  { nil: undefined },
);

const anyCase = fc.record({
  pods: fc.array(anyPod, { minLength: 1, maxLength: 8 }),
  target: fc.constantFrom(10, 50, 100, 180),
  queue: fc.nat({ max: 200 }),
  queueFails: fc.boolean(),
  behavior: anyBehavior,
  past: anyPast,
  rules: fc.constantFrom(RULES_OF_TODAY, RULES_OF_1_24),
});

type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

const METRICS = [cpuUtilization, (percent: number) => containerUtilization('app', percent)];

function podsOfCase(pods: readonly PodCase[]) {
  return pods.map(({ request, state }, index) =>
    podOf({
      name: `web-${index}`,
      cpu: { app: request },
      phase: state === 'pending' ? 'Pending' : 'Running',
      isDeleting: state === 'deleting',
    }),
  );
}

function readingOf(pods: readonly PodCase[]): MetricReading {
  const measured = pods.flatMap(({ use, state }, index) =>
    state === 'missing' ? [] : [usageOf(`web-${index}`, { app: use })],
  );
  return { kind: 'usage', pods: measured };
}

/** The HPA of a case: a utilization and a queue, on as many replicas as there are pods. */
function inputOfCase(
  { pods, target, queue, queueFails, behavior, past, rules }: Case,
  utilization: (percent: number) => MetricSpec,
  bounds: { minReplicas?: number; maxReplicas?: number; replicas?: number } = {},
): EvaluationInput {
  return inputOf({
    pods: podsOfCase(pods),
    metrics: [utilization(target), externalValue('10')],
    readings: [
      readingOf(pods),
      queueFails ? { kind: 'failed', error: 'gone' } : { kind: 'totals', valuesMilli: [queue * 1000] },
    ],
    behavior,
    past,
    settings: { rules },
    ...bounds,
  });
}

describe('an HPA', () => {
  it('never wishes for replicas outside its bounds', () => {
    const anyBounds = fc.record({
      minReplicas: fc.integer({ min: 0, max: 6 }),
      extra: fc.nat({ max: 10 }),
      replicas: fc.nat({ max: 30 }),
    });
    fc.assert(
      fc.property(anyCase, fc.constantFrom(...METRICS), anyBounds, (found, utilization, bounds) => {
        const { minReplicas, replicas } = bounds;
        const maxReplicas = Math.max(1, minReplicas + bounds.extra);
        const { desiredReplicas, course } = evaluate(
          inputOfCase(found, utilization, { minReplicas, maxReplicas, replicas }),
        );
        expect(Number.isInteger(desiredReplicas)).toBe(true);
        // A person may have scaled to zero, which counts more than the minimum.
        if (course.kind === 'disabled') expect(desiredReplicas).toBe(0);
        else expect(desiredReplicas).toBeGreaterThanOrEqual(minReplicas);
        expect(desiredReplicas).toBeLessThanOrEqual(maxReplicas);
      }),
      { numRuns: runs(500) },
    );
  });

  it('never wishes for fewer replicas since a pod uses more, if it has as many pods as replicas', () => {
    fc.assert(
      fc.property(
        anyCase,
        fc.constantFrom(...METRICS),
        fc.nat({ max: 7 }),
        fc.nat({ max: 400 }),
        (found, utilization, which, more) => {
          const pods = found.pods.map((pod, index) =>
            index === which % found.pods.length ? { ...pod, use: pod.use + more } : pod,
          );
          const before = evaluate(inputOfCase(found, utilization));
          const after = evaluate(inputOfCase({ ...found, pods }, utilization));
          expect(after.desiredReplicas).toBeGreaterThanOrEqual(before.desiredReplicas);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('never wishes for fewer replicas since a queue is longer', () => {
    fc.assert(
      fc.property(anyCase, fc.constantFrom(...METRICS), fc.nat({ max: 200 }), (found, utilization, more) => {
        // A value multiplies the ready pods, so they must be as many as the replicas.
        const pods = found.pods.map((pod) => ({ ...pod, state: 'ready' as const }));
        const before = evaluate(inputOfCase({ ...found, pods }, utilization));
        const after = evaluate(inputOfCase({ ...found, pods, queue: found.queue + more }, utilization));
        expect(after.desiredReplicas).toBeGreaterThanOrEqual(before.desiredReplicas);
      }),
      { numRuns: runs(500) },
    );
  });

  it('never shrinks while a metric fails', () => {
    fc.assert(
      fc.property(anyCase, fc.constantFrom(...METRICS), (found, utilization) => {
        const failing = { ...found, queueFails: true, past: undefined };
        const { desiredReplicas } = evaluate(inputOfCase(failing, utilization));
        expect(desiredReplicas).toBeGreaterThanOrEqual(found.pods.length);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('missing pods', () => {
  /** The proposal for a utilization by today's rules; nothing if the metric fails. */
  function proposal(pods: readonly PodCase[], { target }: Case): ReplicaProposal | undefined {
    const { settings, scale } = inputOf({ pods: podsOfCase(pods), readings: [] });
    const context = {
      pods: podsOfCase(pods),
      scale,
      tolerances: { up: 0.1, down: 0.1 },
      settings,
      nowMs: NOW_MS,
    };
    const found = evaluateMetric(cpuUtilization(target), readingOf(pods), context);
    return found.kind === 'proposed' ? found : undefined;
  }

  it('never raise on the way up: no more than if they used as much as the others', () => {
    fc.assert(
      fc.property(anyCase, (found) => {
        const result = proposal(found.pods, found);
        if (!result || result.ratio <= 1) return;
        expect(result.replicas).toBeGreaterThanOrEqual(found.pods.length);
        expect(result.replicas).toBeLessThanOrEqual(
          Math.max(found.pods.length, Math.ceil(result.ratio * found.pods.length)),
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never lower on the way down: no less than if they used as much as the others', () => {
    fc.assert(
      fc.property(anyCase, (found) => {
        const result = proposal(found.pods, found);
        if (!result || result.ratio >= 1) return;
        const counted = found.pods.filter(({ state }) => state === 'ready' || state === 'missing').length;
        expect(result.replicas).toBeLessThanOrEqual(found.pods.length);
        expect(result.replicas).toBeGreaterThanOrEqual(Math.ceil(result.ratio * counted));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never make the change larger than it is when they are measured at what the others use', () => {
    fc.assert(
      fc.property(anyCase, fc.nat({ max: 300 }), fc.nat({ max: 7 }), (found, use, which) => {
        const alike = found.pods.map((pod) => ({ ...pod, request: 100, use, state: 'ready' as const }));
        const lost = alike.map((pod, index) =>
          index === which % alike.length ? { ...pod, state: 'missing' as const } : pod,
        );
        const [all, some] = [proposal(alike, found), proposal(lost, found)];
        if (!all || !some) return;
        const change = ({ replicas }: ReplicaProposal) => replicas - alike.length;
        if (change(all) >= 0) expect(change(some)).toBeLessThanOrEqual(change(all));
        if (change(all) <= 0) expect(change(some)).toBeGreaterThanOrEqual(change(all));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('with fewer pods than replicas', () => {
  it('Kubernetes may lower replicas since use rises, and so do we: the ratio multiplies pods, not replicas', () => {
    // 10 replicas, 8 pods. At 105 % nothing changes; at 112 %, 8 x 1.12 is 8.96, so 9.
    const at = (use: number) => {
      const pods = Array.from({ length: 8 }, () => ({ request: 100, use, state: 'ready' as const }));
      const past: HpaPast = { recommendations: [], added: [], removed: [] };
      return evaluate(
        inputOf({
          pods: podsOfCase(pods),
          replicas: 10,
          metrics: [cpuUtilization(100)],
          readings: [readingOf(pods)],
          past,
        }),
      ).desiredReplicas;
    };
    expect([at(105), at(112)]).toEqual([10, 9]);
  });
});
