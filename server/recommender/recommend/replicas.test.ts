import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { estimatorOf } from '../../decide/estimators';
import { readContainerPolicies } from '../../decide/pods/container-policy';
import { ClusterState } from '../../model/cluster-state';
import { selectorFrom } from '../../objects/selector';
import { memoryBytes } from '../../objects/units';
import { postProcessingFrom } from './post-process';
import { recommend } from './recommendation';

const MIB = 2 ** 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2025, 5, 2);

/** All pods together use this much of what follows the load; each uses 200 MiB besides. */
const TOTAL_MILLICORES = 1000;
const TOTAL_BYTES = 1000 * MIB;
const OWN_BYTES = 200 * MIB;
/** What a recommendation may add to a use: the margin of 15 %, and the width of a bucket. */
const MOST_ADDED = 1.15 * 1.1;

const config = defaultConfig({ podRecommendationMinCpuMillicores: 1, podRecommendationMinMemoryMb: 1 });
const estimator = estimatorOf('percentile', config);
const rules = {
  estimator,
  processing: postProcessingFrom(config),
  policies: readContainerPolicies({}),
  annotations: {},
};

interface Seen {
  readonly hour: number;
  readonly replicas: number;
  readonly cpu: number;
  readonly memory: number;
}

/** The targets hour by hour while replicas share one load, each phase a number of replicas and of hours. */
function targets(phases: readonly (readonly [replicas: number, hours: number])[]): Seen[] {
  const state = new ClusterState(
    {
      memoryAggregationIntervalMs: 24 * HOUR_MS,
      memoryAggregationIntervalCount: 8,
      oomBumpUpRatio: 1.2,
      countZeroMemory: false,
      oomMinBumpUpBytes: 0,
    },
    estimator.learning,
  );
  state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
  const seen: Seen[] = [];
  let timeMs = START_MS;
  let present = 0;
  for (const [replicas, hours] of phases) {
    for (; present < replicas; present++)
      state.setPod({
        namespace: 'shop',
        name: `web-${present}`,
        labels: { app: 'web' },
        phase: 'Running',
        containers: [{ name: 'app', requests: { memory: memoryBytes(500 * MIB) } }],
      });
    for (; present > replicas; present--) state.deletePod('shop', `web-${present - 1}`);
    for (let minute = 0; minute < hours * 60; minute++, timeMs += MINUTE_MS) {
      state.advanceTo(timeMs);
      for (let index = 0; index < replicas; index++) {
        const ref = { namespace: 'shop', pod: `web-${index}`, container: 'app' };
        state.addCpuSample(ref, timeMs, TOTAL_MILLICORES / replicas);
        state.addMemorySample(ref, timeMs, OWN_BYTES + TOTAL_BYTES / replicas);
      }
      if (minute % 60 !== 59) continue;
      const [one] = recommend(state.aggregatesOf('shop', 'web'), rules);
      const { cpu = 0, memory = 0 } = one?.target ?? {};
      seen.push({ hour: (timeMs - START_MS) / HOUR_MS, replicas, cpu, memory });
    }
  }
  return seen;
}

const perPod = (replicas: number) => ({
  cpu: TOTAL_MILLICORES / replicas,
  memory: OWN_BYTES + TOTAL_BYTES / replicas,
});

function expectSteady(seen: readonly Seen[], direction: 1 | -1): void {
  for (const resource of ['cpu', 'memory'] as const)
    seen.slice(1).forEach((one, index) => {
      const change = one[resource] - (seen[index]?.[resource] ?? 0);
      expect(change * direction).toBeGreaterThanOrEqual(0);
    });
}

describe('what is recommended while an HPA changes the replicas at a constant load', () => {
  it.each([
    [
      'out',
      [
        [2, 48],
        [10, 400],
      ],
      -1,
    ],
    [
      'in',
      [
        [10, 48],
        [2, 100],
      ],
      1,
    ],
  ] as const)(
    'follows the use of each pod when it scales %s, in one direction',
    (_way, phases, direction) => {
      const seen = targets(phases);
      const [before, after] = phases;
      expectSteady(
        seen.filter(({ replicas }) => replicas === after[0]),
        direction,
      );
      for (const [replicas, at] of [
        [before[0], before[1] - 1],
        [after[0], seen.length - 1],
      ] as const) {
        const one = seen[at];
        for (const resource of ['cpu', 'memory'] as const) {
          expect(one?.[resource]).toBeGreaterThanOrEqual(perPod(replicas)[resource]);
          expect(one?.[resource]).toBeLessThanOrEqual(perPod(replicas)[resource] * MOST_ADDED);
        }
      }
    },
  );

  it('is between what pods use at few and at many replicas, never what they use together', () => {
    for (const { cpu, memory } of targets([
      [2, 12],
      [10, 12],
      [2, 12],
      [5, 12],
      [10, 12],
    ])) {
      expect(cpu).toBeGreaterThanOrEqual(perPod(10).cpu);
      expect(cpu).toBeLessThanOrEqual(perPod(2).cpu * MOST_ADDED);
      expect(memory).toBeGreaterThanOrEqual(perPod(10).memory);
      expect(memory).toBeLessThanOrEqual(perPod(2).memory * MOST_ADDED);
    }
  });

  it('does not swing with a daily rhythm of replicas, once it knows it', () => {
    const days = Array.from(
      { length: 8 },
      () =>
        [
          [2, 12],
          [10, 12],
        ] as const,
    ).flat();
    const late = targets(days).filter(({ hour }) => hour > 6 * 24);
    for (const resource of ['cpu', 'memory'] as const) {
      const amounts = late.map((one) => one[resource]);
      expect(Math.max(...amounts) / Math.min(...amounts)).toBeLessThan(1.2);
    }
  });
});
