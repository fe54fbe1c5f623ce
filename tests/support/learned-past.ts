import { expect } from 'vitest';
import { defaultConfig } from '@/server/config';
import { percentile } from '@/server/decide/estimators/percentile';
import { HistogramLearning, histogramsOf } from '@/server/decide/estimators/percentile/learned-histograms';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import type { PrometheusPast } from '@/server/usage/prometheus/past';
import type { TimeSpan } from '@/server/usage/source';
import type { PastUsage } from './past-usage';

const PARAMETERS = percentile.parameters.parse({});
const HALF_LIFE_MS = 86_400_000;

function stateFor(usage: PastUsage): ClusterState {
  const state = new ClusterState(defaultConfig(), new HistogramLearning(PARAMETERS));
  for (const { namespace, labels } of usage.containers) {
    const app = labels['app.kubernetes.io/name'] ?? '';
    state.setVpa({
      namespace,
      name: app,
      selector: selectorFrom({ matchLabels: { 'app.kubernetes.io/name': app } }),
    });
  }
  return state;
}

/**
 * Per VPA and container: counts and times, which are exact, and weights, which the order of samples may touch. The
 * first sample to come sets the time that weights are relative to, so they are compared relative to one time.
 */
export type Learned = Map<string, { exact: (number | undefined)[]; weights: number[] }>;

function learned(state: ClusterState, { fromMs }: TimeSpan): Learned {
  const all: Learned = new Map();
  for (const { namespace, name } of state.vpas())
    for (const [container, aggregate] of state.aggregatesOf(namespace, name)) {
      const { sampleCount, firstSampleMs, lastSampleMs } = aggregate;
      const { cpu, memory } = histogramsOf(aggregate.learned);
      all.set(`${namespace}/${name}/${container}`, {
        exact: [sampleCount, firstSampleMs, lastSampleMs],
        weights: [cpu, memory].flatMap((histogram) => {
          const scale = 2 ** (((histogram.referenceMs ?? 0) - fromMs) / HALF_LIFE_MS);
          const weights = Array.from({ length: histogram.buckets.count }, (_, bucket) =>
            histogram.weightOf(bucket),
          );
          return [histogram.totalWeight, ...weights].map((weight) => weight * scale);
        }),
      });
    }
  return all;
}

/** What is learned from the series fed directly. */
export function learnedDirectly(usage: PastUsage, span: TimeSpan): Learned {
  const state = stateFor(usage);
  usage.feed(state, span);
  return learned(state, span);
}

/** What is learned from a source, which is closed then; calls `onSeries` after each piece of a series. */
export async function learnedFrom(
  past: PrometheusPast,
  usage: PastUsage,
  span: TimeSpan,
  onSeries: (count: number) => unknown = () => undefined,
): Promise<Learned> {
  const state = stateFor(usage);
  const intakes = new Map<object, ReturnType<ClusterState['openPast']>>();
  let count = 0;
  for await (const { container, timesMs, cpuMillicores, memoryBytes } of past.samples(span)) {
    const intake = intakes.get(container) ?? state.openPast(container);
    intakes.set(container, intake);
    for (let index = 0; index < timesMs.length; index++) {
      if (cpuMillicores) intake.addCpu(timesMs[index] ?? 0, cpuMillicores[index] ?? 0);
      if (memoryBytes) intake.addMemory(timesMs[index] ?? 0, memoryBytes[index] ?? 0);
    }
    await onSeries(++count);
  }
  for (const intake of intakes.values()) intake.end();
  await past.close();
  return learned(state, span);
}

/** The same to 1e-9. */
export function expectSame(found: Learned, expected: Learned): void {
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, { exact, weights }] of expected) {
    const other = found.get(key);
    expect(other?.exact, key).toEqual(exact);
    const unlike = weights.filter(
      (weight, index) =>
        Math.abs(weight - (other?.weights[index] ?? Number.NaN)) > 1e-9 * Math.max(1, weight),
    );
    expect(unlike, key).toEqual([]);
  }
}
