import { afterEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { percentile } from '@/server/decide/estimators/percentile';
import { HistogramLearning, histogramsOf } from '@/server/decide/estimators/percentile/learned-histograms';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import { ClusterState } from '@/server/model/cluster-state';
import { selectorFrom } from '@/server/objects/selector';
import type { PastKill, PastOptions, PastSeries, PastSource, TimeSpan } from '@/server/usage/source';
import { PATIENCE } from '@/tests/support/patience';
import type { ServedVpa } from '../vpas/served-vpa';
import { PastLoader } from './past-loader';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 2, 2);

/** A past of one container for each app, with a sample an hour; fails after so many containers, once. */
class ScriptedPast implements PastSource {
  readonly name = 'scripted';
  readonly asked: { span: TimeSpan; namespaces: readonly string[] }[] = [];
  failsAfter = Number.POSITIVE_INFINITY;
  /** Resolved before each container. */
  held: Promise<void> = Promise.resolve();
  killed: PastKill[] = [];
  /** Of which part could not be had. */
  lacking: string[] = [];

  constructor(private readonly apps: Record<string, string[]>) {}

  async *containers(): AsyncGenerator<never> {}

  async kills(): Promise<readonly PastKill[]> {
    return this.killed;
  }

  async *samples(
    span: TimeSpan,
    { namespaces = [], ended, lacks, stopping }: PastOptions = {},
  ): AsyncGenerator<PastSeries> {
    this.asked.push({ span, namespaces: [...namespaces] });
    for (const namespace of namespaces) {
      for (const app of this.apps[namespace] ?? []) {
        await this.held;
        stopping?.throwIfAborted();
        const container = { namespace, pod: `${app}-1`, container: 'main', labels: { app } };
        const timesMs: number[] = [];
        for (let atMs = span.fromMs; atMs < span.toMs; atMs += HOUR_MS) timesMs.push(atMs);
        yield {
          container,
          timesMs,
          cpuMillicores: timesMs.map(() => 100),
          memoryBytes: timesMs.map(() => 200e6),
        };
        if (--this.failsAfter === 0) throw new Error('broke off');
      }
      ended?.(namespace);
      if (this.lacking.includes(namespace)) lacks?.([namespace]);
    }
  }
}

function servedVpa(namespace: string, name: string, learnedUntilMs = new Map<string, number>()): ServedVpa {
  return {
    namespace,
    name,
    vpa: {} as ServedVpa['vpa'],
    target: { kind: 'found' } as ServedVpa['target'],
    targetIsStale: false,
    checkpoints: 'loaded',
    learnedUntilMs,
    past: 'undecided',
    containers: new Map(),
    sidecars: new Set(),
    liveContainers: new Set(),
    recommendation: undefined,
    visited: false,
    statusWrittenAtMs: 0,
    statusMs: 0,
  };
}

describe('loading the past', () => {
  let loader: PastLoader | undefined;
  afterEach(() => loader?.stop());

  function set(apps: Record<string, string[]>) {
    const state = new ClusterState(defaultConfig(), new HistogramLearning(percentile.parameters.parse({})));
    const servedVpas: ServedVpa[] = [];
    const source = new ScriptedPast(apps);
    const clock = new ManualClock(NOW_MS);
    const wallClock = new ManualClock(0);
    loader = new PastLoader({
      config: defaultConfig({ prometheusAddress: 'http://prometheus', historyLengthMs: 48 * HOUR_MS }),
      source,
      state,
      vpaStore: {
        list: () => servedVpas,
        get: (namespace, name) => servedVpas.find((one) => one.namespace === namespace && one.name === name),
      },
      clock,
      wallClock,
      loops: NOBODY,
      log: silentLogger,
      counted: () => undefined,
    });
    const highestPeak = ({ namespace, name }: ServedVpa) => {
      const learned = state.aggregatesOf(namespace, name).get('main')?.learned;
      return learned ? histogramsOf(learned).memory.percentile(1) : 0;
    };
    const { look } = loader;
    const add = (served: ServedVpa) => {
      state.setVpa({ ...served, selector: selectorFrom({ matchLabels: { app: served.name } }) });
      servedVpas.push(served);
      look.call(loader);
      return served;
    };
    const samplesOf = ({ namespace, name }: ServedVpa) =>
      state.aggregatesOf(namespace, name).get('main')?.sampleCount ?? 0;
    return { loader, source, clock, wallClock, add, samplesOf, highestPeak };
  }

  const complete = (served: ServedVpa) => expect.poll(() => served.past, PATIENCE).toBe('complete');

  it('remembers of which VPAs part is unknown, until all that was read is too old to count', async () => {
    const { source, add } = set({ bank: ['a'], shop: ['b'] });
    source.lacking = ['shop'];
    const [a, b] = [add(servedVpa('bank', 'a')), add(servedVpa('shop', 'b'))];
    await complete(a);
    await complete(b);
    await expect.poll(() => b.lacksPastUntilMs, PATIENCE).toBe(NOW_MS + 48 * HOUR_MS);
    expect(a.lacksPastUntilMs).toBeUndefined();
  });

  it('brings all of it to VPAs that have nothing, by namespace', async () => {
    const { source, add, samplesOf } = set({ bank: ['a'], shop: ['b', 'c'] });
    const [a, b] = [add(servedVpa('bank', 'a')), add(servedVpa('shop', 'b'))];
    await complete(a);
    await complete(b);
    expect([a, b].map(samplesOf)).toEqual([48, 48]);
    expect(source.asked[0]?.span).toEqual({ fromMs: NOW_MS - 48 * HOUR_MS, toMs: NOW_MS });
  });

  it('teaches the kills of the past, from the limit then, and none that a checkpoint has', async () => {
    const { source, add, highestPeak } = set({ shop: ['b', 'c', 'd'] });
    const kill = (app: string, hoursAgo: number): PastKill => ({
      namespace: 'shop',
      pod: `${app}-1`,
      container: 'main',
      atMs: NOW_MS - hoursAgo * HOUR_MS,
      times: 1,
      limitBytes: 2e9,
    });
    source.killed = [kill('b', 3.5), kill('c', 3.5)];
    const [b, c, d] = [
      add(servedVpa('shop', 'b')),
      add(servedVpa('shop', 'c', new Map([['main', NOW_MS - 2 * HOUR_MS]]))),
      add(servedVpa('shop', 'd')),
    ];
    for (const served of [b, c, d]) await complete(served);
    expect(highestPeak(b)).toBeGreaterThanOrEqual(2.4e9);
    expect(highestPeak(c)).toBeLessThan(300e6);
    expect(highestPeak(d)).toBeLessThan(300e6);
  });

  it('asks no second time for a VPA that comes later in a namespace that is loaded', async () => {
    const { source, add, samplesOf } = set({ shop: ['b', 'c'] });
    await complete(add(servedVpa('shop', 'b')));
    const c = add(servedVpa('shop', 'c'));
    expect(c.past).toBe('complete');
    expect(samplesOf(c)).toBe(48);
    expect(source.asked).toHaveLength(1);
  });

  it('brings what came after a checkpoint, and nothing of before, to a VPA that has one', async () => {
    const { source, add, samplesOf } = set({ shop: ['b', 'c'] });
    const b = add(servedVpa('shop', 'b', new Map([['main', NOW_MS - 5 * HOUR_MS]])));
    await complete(b);
    expect(source.asked.map(({ span }) => span)).toEqual([{ fromMs: NOW_MS - 5 * HOUR_MS, toMs: NOW_MS }]);
    expect(samplesOf(b)).toBe(4);
    const c = add(servedVpa('shop', 'c'));
    await complete(c);
    expect([b, c].map(samplesOf)).toEqual([4, 48]);
  });

  it('goes on with what failed, and counts nothing twice', async () => {
    const { source, wallClock, add, samplesOf } = set({ bank: ['a'], shop: ['b', 'c'] });
    source.failsAfter = 2;
    const [a, b] = [add(servedVpa('bank', 'a')), add(servedVpa('shop', 'b'))];
    await complete(a);
    await expect
      .poll(async () => {
        await wallClock.advance(5000);
        return b.past;
      }, PATIENCE)
      .toBe('complete');
    expect([a, b].map(samplesOf)).toEqual([48, 48]);
    expect(source.asked.map(({ namespaces }) => namespaces)).toEqual([['bank', 'shop'], ['shop']]);
  });

  it('lets a VPA with a recommendation wait, but not for ever, and then for what is begun to be complete', async () => {
    const { loader: loading, source, wallClock, add } = set({ shop: ['b', 'c'] });
    let release = () => {};
    const hold = () => {
      source.held = new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    hold();
    const b = add(servedVpa('shop', 'b'));
    expect([loading.mayRecommend(b, false), loading.mayRecommend(b, true)]).toEqual([true, false]);
    await expect.poll(() => source.asked.length, PATIENCE).toBe(1);
    await wallClock.advance(11 * 60_000);
    loading.look();
    expect([b.past, loading.mayRecommend(b, true)]).toEqual(['awaited', true]);
    const first = release;
    hold();
    first();
    await expect.poll(() => b.past, PATIENCE).toBe('fetching');
    expect(loading.mayRecommend(b, false)).toBe(false);
    release();
    await complete(b);
    expect(loading.mayRecommend(b, true)).toBe(true);
  });

  it('asks for nothing when nothing is missing', async () => {
    const { source, add } = set({ shop: ['b'] });
    expect(add(servedVpa('shop', 'b', new Map([['main', NOW_MS - 60_000]]))).past).toBe('complete');
    expect(source.asked).toEqual([]);
  });
});
