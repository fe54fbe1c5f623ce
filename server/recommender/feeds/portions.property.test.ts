import fc from 'fast-check';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { percentile } from '@/server/decide/estimators/percentile';
import { HistogramLearning, histogramsOf } from '@/server/decide/estimators/percentile/learned-histograms';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import { LiveRounds } from '@/server/usage/live-rounds';
import type { LiveAnswer, LiveSource, LiveTaker, LiveWanted, UsageSample } from '@/server/usage/source';
import { runs } from '@/tests/support/property-runs';
import { Faults } from '../faults';
import { recommenderMetrics } from '../metrics';
import { MetricsFeed } from './metrics-feed';
import { Portions } from './portions';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 2);
const MANY = 20_000;
const NEVER = new AbortController().signal;

/** Answers as metrics-server does: by namespace and name, of all or of some namespaces. */
class Listed implements LiveSource {
  readonly name = 'listed';
  readonly comesByNamespace = true;
  readonly asked: (readonly string[] | undefined)[] = [];
  answer: LiveAnswer = 'samples';

  constructor(readonly samples: UsageSample[]) {}

  async fetch({ namespaces }: LiveWanted, taker: LiveTaker): Promise<LiveAnswer> {
    this.asked.push(namespaces);
    if (this.answer !== 'samples') return this.answer;
    for (const sample of this.samples)
      if (namespaces?.includes(sample.namespace) ?? true) taker.sample(sample);
    return 'samples';
  }
}

/** As many pods as the cluster is said to have, in namespaces of these sizes. */
const podsIn = (sizes: Record<string, number>) => ({
  size: Math.max(
    MANY,
    Object.values(sizes).reduce((sum, size) => sum + size, 0),
  ),
  sizeOf: (namespace: string) => sizes[namespace] ?? 0,
  namespaces: () => Object.keys(sizes).values(),
});

function setup(sizes: Record<string, number>, { qps = 50, pods = podsIn(sizes) } = {}) {
  const state = new ClusterState(defaultConfig(), new HistogramLearning(percentile.parameters.parse({})));
  state.advanceTo(START_MS);
  for (const [namespace, size] of Object.entries(sizes)) {
    const selector = selectorFrom({ matchLabels: { app: 'web' } });
    state.setVpa({ namespace, name: 'web', selector });
    for (let pod = 0; pod < size; pod++)
      state.setPod({
        namespace,
        name: `web-${pod}`,
        labels: { app: 'web' },
        phase: 'Running',
        containers: [{ name: 'app', requests: {} }],
      });
  }
  const source = new Listed([]);
  const problems = new ProblemBoard(new ManualClock(START_MS), silentLogger).by('recommender');
  const feed = new MetricsFeed({
    source,
    state,
    pods: { get: () => undefined },
    faults: new Faults(problems),
    problems,
    metrics: recommenderMetrics(new Registry()),
    memorySaver: false,
    rounds: new LiveRounds(),
    isConfined: false,
    portions: new Portions({ pods: { ...pods } as never, intervalMs: MINUTE_MS, qps }),
  });
  const all: LiveWanted = { sinceMs: START_MS };
  const learned = () =>
    Object.keys(sizes).map((namespace) => {
      const known = state.aggregatesOf(namespace, 'web').get('app');
      if (!known) return { namespace };
      const { cpu, memory } = histogramsOf(known.learned);
      return { namespace, count: known.sampleCount, cpu: cpu.toCheckpoint(), memory: memory.toCheckpoint() };
    });
  return { source, feed, all, learned };
}

const sample = (namespace: string, pod: number, minute: number, amount: number): UsageSample => ({
  namespace,
  pod: `web-${pod}`,
  container: 'app',
  atMs: START_MS + minute * MINUTE_MS,
  cpuMillicores: amount,
  memoryBytes: amount * 1_000_000,
});

describe('usage in portions', () => {
  it('teaches the same as one list', async () => {
    const cluster = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 4 }), {
      minKeys: 1,
    });
    const amounts = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        cluster,
        amounts,
        fc.array(fc.nat(14), { maxLength: 4 }),
        async (sizes, used, ahead) => {
          const [whole, parted] = [setup(sizes), setup(sizes)];
          for (const [minute, amount] of used.entries()) {
            const samples = Object.keys(sizes)
              .sort()
              .flatMap((namespace, at) =>
                Array.from({ length: sizes[namespace] ?? 0 }, (_, pod) =>
                  sample(namespace, pod, minute, amount + at * 7 + pod),
                ),
              );
            for (const { source } of [whole, parted]) source.samples.splice(0, Infinity, ...samples);
            for (let beat = ahead[minute % (ahead.length || 1)] ?? 0; beat > 0; beat--)
              await parted.feed.fetchAhead(parted.all, NEVER);
            const [one, other] = [
              await whole.feed.fetch(whole.all, NEVER),
              await parted.feed.fetch(parted.all, NEVER),
            ];
            expect(other).toEqual(one);
          }
          expect(parted.learned()).toEqual(whole.learned());
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('asks each namespace once a round, some ahead and the rest with the pass', async () => {
    const { source, feed, all } = setup({ a: 9_000, b: 9_000, c: 2_000 });
    await feed.fetchAhead(all, NEVER);
    await feed.fetchAhead(all, NEVER);
    await feed.fetch(all, NEVER);
    for (let beat = 0; beat < 5; beat++) await feed.fetchAhead(all, NEVER);
    await feed.fetch(all, NEVER);
    expect(source.asked).toEqual([['a'], ['b'], ['c'], ['a'], ['b'], ['c'], []]);
  });

  it('asks again with the pass for what was not answered', async () => {
    const { source, feed, all } = setup({ a: 10_000, b: 10_000 });
    await feed.fetchAhead(all, NEVER);
    source.answer = 'unavailable';
    await feed.fetchAhead(all, NEVER);
    source.answer = 'samples';
    await feed.fetch(all, NEVER);
    expect(source.asked).toEqual([['a'], ['b'], ['b']]);
  });

  it.each([
    ['in a small cluster', { a: 10, b: 10 }, { size: 19_999 }, 50],
    ['where namespaces are more than requests are worth', { a: 1, b: 1, c: 1, d: 1 }, { size: MANY }, 0.5],
  ])('is one list %s', async (_, sizes, { size }, qps) => {
    const { source, feed, all } = setup(sizes, { qps, pods: { ...podsIn(sizes), size } });
    await feed.fetchAhead(all, NEVER);
    await feed.fetch(all, NEVER);
    expect(source.asked).toEqual([undefined]);
  });

  it('is nothing of where only namespaces with VPAs are asked', async () => {
    const { source, feed, all } = setup({ a: 10_000, b: 10_000 });
    const some = { ...all, namespaces: ['a'] };
    await feed.fetchAhead(some, NEVER);
    await feed.fetch(some, NEVER);
    expect(source.asked).toEqual([['a']]);
  });
});
