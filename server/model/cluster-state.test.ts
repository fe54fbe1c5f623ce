import { describe, expect, it } from 'vitest';
import { percentile } from '../decide/estimators/percentile';
import { HistogramLearning, histogramsOf } from '../decide/estimators/percentile/learned-histograms';
import { MATCHES_NOTHING, type Selector, selectorFrom } from '../objects/selector';
import { memoryBytes } from '../objects/units';
import type { ContainerAggregate } from './aggregate';
import { CPU_BUCKETS, MEMORY_BUCKETS } from './bucketing';
import { ClusterState } from './cluster-state';
import type { ModelSettings, PodInput, SampleOutcome } from './cluster-types';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2025, 5, 2, 6);
const MIB = 2 ** 20;

const PARAMETERS = percentile.parameters.parse({});
const learning = () => new HistogramLearning(PARAMETERS);

function histograms({ learned }: Pick<ContainerAggregate, 'learned'>) {
  return histogramsOf(learned);
}

/** A checkpoint with one bucket. */
function oneBucket() {
  const histogram = {
    referenceTimestamp: '2025-06-02T06:00:00Z',
    totalWeight: 1,
    bucketWeights: { '1': 10_000 },
  };
  return percentile.load({ cpuHistogram: histogram, memoryHistogram: histogram }, PARAMETERS);
}

const SETTINGS = {
  memoryAggregationIntervalMs: DAY_MS,
  memoryAggregationIntervalCount: 8,
  oomBumpUpRatio: 1.2,
  oomMinBumpUpBytes: 100 * MIB,
  countZeroMemory: false,
};

function pod(
  name: string,
  labels: Record<string, string> = { app: 'web' },
  overrides: Partial<PodInput> = {},
): PodInput {
  return {
    namespace: 'shop',
    name,
    labels,
    phase: 'Running',
    containers: [{ name: 'app', requests: { memory: memoryBytes(200 * MIB) } }],
    ...overrides,
  };
}

function ref(name: string, container = 'app') {
  return { namespace: 'shop', pod: name, container };
}

function newState(settings: ModelSettings = SETTINGS): ClusterState {
  const state = new ClusterState(settings, learning());
  state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
  state.setPod(pod('web-0'));
  return state;
}

function app(state: ClusterState) {
  const aggregate = state.aggregatesOf('shop', 'web').get('app');
  if (!aggregate) throw new Error('nothing is known of container app');
  return aggregate;
}

/** The peaks held, as the ends of their buckets. */
function memoryPeaks(state: ClusterState): number[] {
  const { memory } = histograms(app(state));
  const peaks: number[] = [];
  for (let bucket = 0; bucket < MEMORY_BUCKETS.count; bucket++)
    if (memory.weightOf(bucket) > 0) peaks.push(MEMORY_BUCKETS.endOf(bucket));
  return peaks;
}

const endOf = (bytes: number) => MEMORY_BUCKETS.endOf(MEMORY_BUCKETS.bucketOf(bytes));

describe('CPU samples', () => {
  it('count into the aggregate of their container', () => {
    const state = newState();
    expect(state.addCpuSample(ref('web-0'), START_MS, 250)).toBe('accepted');
    const { cpu } = histograms(app(state));
    const { firstSampleMs, lastSampleMs, sampleCount } = app(state);
    expect(cpu.percentile(0.9)).toBe(CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(0.25)));
    expect({ firstSampleMs, lastSampleMs, sampleCount }).toEqual({
      firstSampleMs: START_MS,
      lastSampleMs: START_MS,
      sampleCount: 1,
    });
  });

  it('are left out unless newer than the last one of the same container', () => {
    const state = newState();
    state.addCpuSample(ref('web-0'), START_MS, 250);
    expect(state.addCpuSample(ref('web-0'), START_MS, 250)).toBe('not-newer');
    expect(state.addCpuSample(ref('web-0'), START_MS - 1, 250)).toBe('not-newer');
    expect(app(state).sampleCount).toBe(1);
  });

  it('of pods with the same labels share one aggregate, of others not', () => {
    const state = newState();
    state.setPod(pod('web-1'));
    state.setPod(pod('db-0', { app: 'db' }));
    for (const name of ['web-0', 'web-1', 'db-0']) state.addCpuSample(ref(name), START_MS, 250);
    expect(app(state).sampleCount).toBe(2);
    expect(state.aggregateCount).toBe(2);
  });
});

describe('absurd samples', () => {
  const cases: [string, number, number, SampleOutcome][] = [
    ['negative', START_MS, -1, 'negative'],
    ['not a number', START_MS, Number.NaN, 'not-a-number'],
    ['of no time', Number.NaN, 1, 'not-a-number'],
    ['infinite', START_MS, Number.POSITIVE_INFINITY, 'too-large'],
    ['of 1e300', START_MS, 1e300, 'too-large'],
    ['from next year', START_MS + 365 * DAY_MS, 1, 'from-the-future'],
    ['from year 1', Date.parse('0001-01-01T00:00:00Z'), 1, 'too-long-ago'],
  ];

  it.each(cases)('%s are rejected with their reason and change nothing', (_, timeMs, amount, reason) => {
    const state = newState();
    state.advanceTo(START_MS);
    expect(state.addCpuSample(ref('web-0'), timeMs, amount)).toBe(reason);
    expect(state.addMemorySample(ref('web-0'), timeMs, amount)).toBe(reason);
    expect(state.recordOom(ref('web-0'), timeMs, amount)).toBe(reason);
    expect(app(state).sampleCount).toBe(0);
    const { cpu, memory } = histograms(app(state));
    expect(cpu.isEmpty && memory.isEmpty).toBe(true);
  });

  it('of unknown containers are rejected', () => {
    const state = newState();
    for (const unknown of [
      ref('web-9'),
      ref('web-0', 'sidecar'),
      { ...ref('web-0'), namespace: 'other' },
      ref('', ''),
    ])
      expect(state.addCpuSample(unknown, START_MS, 1)).toBe('unknown-container');
  });
});

describe('memory samples', () => {
  it('leave one peak per window, the largest', () => {
    const state = newState();
    for (const [minute, mib] of [100, 300, 200].entries())
      state.addMemorySample(ref('web-0'), START_MS + minute * 60_000, mib * MIB);
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });

  it('open a new window once the interval is over', () => {
    const state = newState();
    state.addMemorySample(ref('web-0'), START_MS, 300 * MIB);
    state.addMemorySample(ref('web-0'), START_MS + DAY_MS - 1, 100 * MIB);
    expect(memoryPeaks(state)).toHaveLength(1);
    state.addMemorySample(ref('web-0'), START_MS + DAY_MS, 100 * MIB);
    expect(memoryPeaks(state)).toEqual([endOf(100 * MIB), endOf(300 * MIB)]);
  });

  it('are left out if older than the last one, and counted if as old', () => {
    const state = newState();
    state.addMemorySample(ref('web-0'), START_MS, 100 * MIB);
    expect(state.addMemorySample(ref('web-0'), START_MS - 1, 900 * MIB)).toBe('not-newer');
    expect(state.addMemorySample(ref('web-0'), START_MS, 300 * MIB)).toBe('accepted');
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });

  it('follow the interval that the policy of the container sets', () => {
    const state = newState();
    state.setVpa({
      namespace: 'shop',
      name: 'web',
      selector: selectorFrom({ matchLabels: { app: 'web' } }),
      overridesOf: (container) =>
        container === 'app' ? { memoryAggregationIntervalMs: HOUR_MS } : undefined,
    });
    state.addMemorySample(ref('web-0'), START_MS, 300 * MIB);
    state.addMemorySample(ref('web-0'), START_MS + HOUR_MS, 100 * MIB);
    expect(memoryPeaks(state)).toHaveLength(2);
  });
});

describe('out-of-memory kills', () => {
  it.each([
    ['the request plus the bump when that is more', 50 * MIB, 200 * MIB, 300 * MIB],
    ['the peak plus the bump when the peak is more', 400 * MIB, 200 * MIB, 500 * MIB],
    ['the used amount times the ratio when that is more', 50 * MIB, 1000 * MIB, 1200 * MIB],
  ])('count as %s', (_, peak, request, needed) => {
    const state = newState();
    state.addMemorySample(ref('web-0'), START_MS, peak);
    expect(state.recordOom(ref('web-0'), START_MS + 60_000, request)).toBe('accepted');
    expect(memoryPeaks(state)).toEqual([endOf(needed)]);
    expect(app(state).oomCount).toBe(1);
  });

  it('use the current request if no amount is given', () => {
    const state = newState();
    state.recordOom(ref('web-0'), START_MS);
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });

  it('do not build on each other', () => {
    const state = newState();
    for (let minute = 0; minute < 5; minute++) state.recordOom(ref('web-0'), START_MS + minute * 60_000);
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });

  it('count although older than the last sample, but not if by more than an interval', () => {
    const state = newState();
    state.addMemorySample(ref('web-0'), START_MS, 50 * MIB);
    expect(state.recordOom(ref('web-0'), START_MS - DAY_MS - 1)).toBe('oom-too-old');
    expect(memoryPeaks(state)).toEqual([endOf(50 * MIB)]);
    expect(state.recordOom(ref('web-0'), START_MS - DAY_MS)).toBe('accepted');
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });

  it('count from before the first sample, as for the reference since 1.8', () => {
    const state = newState();
    state.addMemorySample(ref('web-0'), START_MS + 60_000, 150 * MIB);
    expect(state.recordOom(ref('web-0'), START_MS + 30_000, 200 * MIB)).toBe('accepted');
    const [peak = 0] = memoryPeaks(state);
    expect(Math.trunc(peak) + Math.trunc(Math.trunc(peak) * 0.15)).toBe(380_258_472);
  });

  it('count after a first sample of 0 bytes, which a running container cannot use', () => {
    const state = newState();
    expect(state.addMemorySample(ref('web-0'), START_MS, 0)).toBe('zero-memory');
    expect(state.recordOom(ref('web-0'), START_MS + 60_000, 200 * MIB)).toBe('accepted');
    state.addMemorySample(ref('web-0'), START_MS + 120_000, 400 * MIB);
    expect(memoryPeaks(state)).toEqual([endOf(400 * MIB)]);
    const past = state.openPast({ ...ref('web-0'), labels: { app: 'web' } });
    expect(past.addMemory(START_MS - DAY_MS, 0)).toBe('zero-memory');
  });

  it('are hidden for a whole window by a first sample of 0 bytes, if such samples count', () => {
    const state = newState({ ...SETTINGS, countZeroMemory: true });
    expect(state.addMemorySample(ref('web-0'), START_MS, 0)).toBe('accepted');
    state.recordOom(ref('web-0'), START_MS + 60_000, 200 * MIB);
    expect(memoryPeaks(state)).toEqual([endOf(0)]);
  });

  it('follow the ratio and the bump that the policy sets', () => {
    const state = newState();
    state.setVpa({
      namespace: 'shop',
      name: 'web',
      selector: selectorFrom({ matchLabels: { app: 'web' } }),
      overridesOf: () => ({ oomBumpUpRatio: 3, oomMinBumpUpBytes: 0 }),
    });
    state.recordOom(ref('web-0'), START_MS, 100 * MIB);
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });
});

describe('pods', () => {
  it('move their containers to another aggregate when their labels change', () => {
    const state = newState();
    state.addCpuSample(ref('web-0'), START_MS, 250);
    state.setPod(pod('web-0', { app: 'web', version: '2' }));
    state.addCpuSample(ref('web-0'), START_MS + 60_000, 250);
    expect(state.aggregateCount).toBe(2);
    expect(app(state).sampleCount).toBe(2);
    expect(app(state).firstSampleMs).toBe(START_MS);
  });

  it('gain and lose containers', () => {
    const state = newState();
    state.setPod(
      pod(
        'web-0',
        { app: 'web' },
        {
          containers: [
            { name: 'proxy', requests: {} },
            { name: 'app', requests: {} },
          ],
        },
      ),
    );
    expect([...state.aggregatesOf('shop', 'web').keys()].sort()).toEqual(['app', 'proxy']);
    expect(state.containerCount).toBe(2);
    state.setPod(pod('web-0', { app: 'web' }, { containers: [{ name: 'proxy', requests: {} }] }));
    expect(state.containerCount).toBe(1);
    expect(state.addCpuSample(ref('web-0'), START_MS, 1)).toBe('unknown-container');
    expect(state.addCpuSample(ref('web-0', 'proxy'), START_MS, 1)).toBe('accepted');
  });

  it('keep what was learned from them when they are deleted', () => {
    const state = newState();
    state.addCpuSample(ref('web-0'), START_MS, 250);
    state.deletePod('shop', 'web-0');
    expect(state.addCpuSample(ref('web-0'), START_MS + 60_000, 250)).toBe('unknown-container');
    expect(app(state).sampleCount).toBe(1);
    expect([state.podCount, state.containerCount]).toEqual([0, 0]);
  });

  it('start over under a reused name', () => {
    const state = newState();
    state.addCpuSample(ref('web-0'), START_MS, 250);
    state.deletePod('shop', 'web-0');
    state.setPod(pod('web-0'));
    expect(state.addCpuSample(ref('web-0'), START_MS, 250)).toBe('accepted');
  });

  it('are found by name and VPA', () => {
    const state = newState();
    state.setPod(pod('web-1', { app: 'web' }));
    state.setPod(pod('db-0', { app: 'db' }));
    const names = (pods: Iterable<{ name: string }>) => [...pods].map(({ name }) => name);
    expect(names(state.pods())).toEqual(['web-0', 'web-1', 'db-0']);
    expect(names(state.podsOfVpa('shop', 'web'))).toEqual(['web-0', 'web-1']);
    expect(state.pod('shop', 'db-0')).toMatchObject({
      phase: 'Running',
      labels: { app: 'db' },
      containers: ['app'],
    });
  });
});

describe('VPAs', () => {
  it('match pods that came before and after them', () => {
    const state = newState();
    state.setPod(pod('db-0', { app: 'db' }));
    state.setVpa({ namespace: 'shop', name: 'db', selector: selectorFrom({ matchLabels: { app: 'db' } }) });
    state.setPod(pod('db-1', { app: 'db', version: '2' }));
    expect([...state.podsOfVpa('shop', 'db')]).toHaveLength(2);
    expect(state.matchesAnyVpa('shop', { app: 'db' })).toBe(true);
    expect(state.matchesAnyVpa('shop', { app: 'cache' })).toBe(false);
    expect(state.matchesAnyVpa('other', { app: 'db' })).toBe(false);
  });

  it('see only their namespace', () => {
    const state = newState();
    state.setPod({ ...pod('web-0'), namespace: 'other' });
    expect([...state.podsOfVpa('shop', 'web')]).toHaveLength(1);
  });

  it('change their pods with their selector', () => {
    const state = newState();
    state.setPod(pod('db-0', { app: 'db' }));
    state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'db' } }) });
    expect([...state.podsOfVpa('shop', 'web')].map(({ name }) => name)).toEqual(['db-0']);
    expect(state.vpaCount).toBe(1);
  });

  it('are gone once deleted', () => {
    const state = newState();
    state.deleteVpa('shop', 'web');
    expect(state.vpaCount).toBe(0);
    expect([...state.vpas()]).toEqual([]);
    expect(state.aggregatesOf('shop', 'web').size).toBe(0);
    expect(state.matchesAnyVpa('shop', { app: 'web' })).toBe(false);
  });

  it('merge aggregates of several label sets and what checkpoints held, and follow new samples', () => {
    const state = newState();
    state.setPod(pod('web-1', { app: 'web', version: '2' }));
    state.addCpuSample(ref('web-0'), START_MS, 100);
    state.addCpuSample(ref('web-1'), START_MS + HOUR_MS, 200);
    const saved = state.checkpointAggregatesOf('shop', 'web', START_MS + HOUR_MS).get('app');
    if (!saved) throw new Error('no checkpoint');
    state.loadCheckpoint('shop', 'web', 'app', {
      firstSampleMs: START_MS - DAY_MS,
      lastSampleMs: START_MS,
      sampleCount: 10,
      learned: saved.learned,
    });
    expect(app(state)).toMatchObject({
      firstSampleMs: START_MS - DAY_MS,
      lastSampleMs: START_MS + HOUR_MS,
      sampleCount: 12,
    });
    state.addCpuSample(ref('web-0'), START_MS + 2 * HOUR_MS, 100);
    expect(app(state).sampleCount).toBe(13);
    state.dropCheckpoint('shop', 'web', 'app');
    expect(app(state).sampleCount).toBe(3);
  });

  it('know containers from their checkpoint alone', () => {
    const state = newState();
    const empty = app(state);
    state.loadCheckpoint('shop', 'web', 'gone', {
      sampleCount: 5,
      learned: empty.learned,
    });
    expect(state.aggregatesOf('shop', 'web').get('gone')?.sampleCount).toBe(5);
  });
});

describe('checkpoints', () => {
  it('leave out the peak of a window that is still open, and only in the copy', () => {
    const state = newState();
    state.addMemorySample(ref('web-0'), START_MS, 300 * MIB);
    const during = state.checkpointAggregatesOf('shop', 'web', START_MS + HOUR_MS).get('app');
    const after = state.checkpointAggregatesOf('shop', 'web', START_MS + DAY_MS).get('app');
    expect(during && histograms(during).memory.isEmpty).toBe(true);
    expect(after && histograms(after).memory.isEmpty).toBe(false);
    expect(memoryPeaks(state)).toEqual([endOf(300 * MIB)]);
  });

  const WEB = selectorFrom({ matchLabels: { app: 'web' } });
  const API = selectorFrom({ matchLabels: { app: 'api' } });
  it.each([
    ['loaded before the target is known hold once it is', [MATCHES_NOTHING], [WEB], 5],
    ['outlast a while in which the target is away', [WEB], [MATCHES_NOTHING, WEB], 5],
    ['wait, unseen, while the target is away', [WEB], [MATCHES_NOTHING], undefined],
    ['of other pods go', [WEB], [API], undefined],
    ['of other pods go also when the target was away in between', [WEB], [MATCHES_NOTHING, API], undefined],
    ['of other pods do not come back', [WEB], [MATCHES_NOTHING, API, WEB], undefined],
  ] as const)('%s', (_, before, after, samples) => {
    const state = new ClusterState(SETTINGS, learning());
    const select = (selector: Selector) => state.setVpa({ namespace: 'shop', name: 'web', selector });
    for (const selector of before) select(selector);
    state.loadCheckpoint('shop', 'web', 'app', { sampleCount: 5, learned: oneBucket() });
    for (const selector of after) select(selector);
    expect(state.aggregatesOf('shop', 'web').get('app')?.sampleCount).toBe(samples);
  });
});

describe('checkpoints of a VPA that was deleted', () => {
  const WEB = selectorFrom({ matchLabels: { app: 'web' } });
  const API = selectorFrom({ matchLabels: { app: 'api' } });
  const loaded = { lastSampleMs: START_MS, sampleCount: 5, learned: oneBucket() };

  function deletedUnder(...selectors: readonly Selector[]): ClusterState {
    const state = new ClusterState(SETTINGS, learning());
    for (const [index, selector] of selectors.entries()) {
      state.setVpa({ namespace: 'shop', name: 'web', selector });
      if (index === 0) state.loadCheckpoint('shop', 'web', 'app', loaded);
    }
    state.deleteVpa('shop', 'web');
    return state;
  }

  function samplesUnder(state: ClusterState, ...selectors: readonly Selector[]): number | undefined {
    for (const selector of selectors) state.setVpa({ namespace: 'shop', name: 'web', selector });
    return state.aggregatesOf('shop', 'web').get('app')?.sampleCount;
  }

  it.each([
    ['come back with it', [WEB], [WEB], 5],
    ['come back once its target is known', [WEB], [MATCHES_NOTHING, WEB], 5],
    ['come back when its target went first', [WEB, MATCHES_NOTHING], [MATCHES_NOTHING, WEB], 5],
    ['do not come to other pods', [WEB], [MATCHES_NOTHING, API], undefined],
  ] as const)('%s', (_, before, after, samples) => {
    expect(samplesUnder(deletedUnder(...before), ...after)).toBe(samples);
  });

  it('are removed when dropped', () => {
    const state = deletedUnder(WEB);
    state.dropCheckpoint('shop', 'web', 'app');
    expect(samplesUnder(state, WEB)).toBeUndefined();
  });

  it('are kept as long as their history', () => {
    const state = deletedUnder(WEB);
    state.collectGarbage(START_MS + 8 * DAY_MS - 1, { isLive: () => false });
    expect(samplesUnder(state, WEB)).toBe(5);
    state.deleteVpa('shop', 'web');
    state.collectGarbage(START_MS + 8 * DAY_MS, { isLive: () => false });
    expect(samplesUnder(state, WEB)).toBeUndefined();
  });
});

describe('past samples', () => {
  it('teach by labels what the same samples of living pods would', () => {
    const [lived, loaded] = [newState(), newState()];
    for (const state of [lived, loaded]) state.deletePod('shop', 'web-0');
    lived.setPod(pod('web-1'));
    const past = loaded.openPast({ ...ref('web-1'), labels: { app: 'web' } });
    for (let hour = 0; hour < 60; hour++) {
      const atMs = START_MS + hour * HOUR_MS;
      const [millicores, bytes] = [100 + hour, (200 + (hour % 24)) * MIB];
      expect(past.addCpu(atMs, millicores)).toBe(lived.addCpuSample(ref('web-1'), atMs, millicores));
      expect(past.addMemory(atMs, bytes)).toBe(lived.addMemorySample(ref('web-1'), atMs, bytes));
    }
    past.end();
    lived.deletePod('shop', 'web-1');
    const saved = (state: ClusterState) => percentile.save(app(state).learned);
    expect(saved(loaded)).toEqual(saved(lived));
    expect(app(loaded).sampleCount).toBe(60);
    expect(loaded.podCount).toBe(0);
    expect(loaded.containerCount).toBe(0);
  });

  it.each([
    [0, 'not killed'],
    [1, 'not killed'],
    [30, 'not killed'],
    [1, 'killed'],
  ] as const)(
    'leave a pod that lives, was seen for %i h before they came, and %s, as if all had come in order',
    (before, fate) => {
      const [lived, loaded] = [newState(), newState()];
      const take = (hour: number, into: (atMs: number, millicores: number, bytes: number) => void) =>
        into(START_MS + hour * HOUR_MS, 100 + hour, (200 + ((hour * 7) % 31)) * MIB);
      const live = (state: ClusterState) => (atMs: number, millicores: number, bytes: number) => {
        state.addCpuSample(ref('web-0'), atMs, millicores);
        state.addMemorySample(ref('web-0'), atMs, bytes);
      };
      const LOADED_AT = 65;
      const liveOn = (state: ClusterState, fromHour: number, toHour: number) => {
        for (let hour = fromHour; hour < toHour; hour++) {
          take(hour, live(state));
          if (fate === 'killed' && hour === LOADED_AT - 1)
            expect(state.recordOom(ref('web-0'), START_MS + (hour + 0.5) * HOUR_MS, 300 * MIB)).toBe(
              'accepted',
            );
        }
      };
      liveOn(lived, 0, 80);
      liveOn(loaded, LOADED_AT - before, LOADED_AT);
      const past = loaded.openPast({ ...ref('web-0'), labels: { app: 'web' } });
      const refused: SampleOutcome[] = [];
      for (let hour = 0; hour < LOADED_AT; hour++)
        take(hour, (atMs, millicores, bytes) => {
          const outcomes = [past.addCpu(atMs, millicores), past.addMemory(atMs, bytes)];
          refused.push(...outcomes.filter((outcome) => outcome !== 'accepted'));
        });
      past.end();
      liveOn(loaded, LOADED_AT, 80);
      expect(refused).toHaveLength(2 * before);
      expect(app(loaded)).toMatchObject({ sampleCount: 80, firstSampleMs: START_MS });
      const shares = (state: ClusterState, signal: 'cpu' | 'memory') => {
        const histogram = histograms(app(state))[signal];
        return Array.from({ length: histogram.buckets.count }, (_, bucket) =>
          Number((histogram.weightOf(bucket) / histogram.totalWeight).toFixed(9)),
        );
      };
      expect(shares(loaded, 'cpu')).toEqual(shares(lived, 'cpu'));
      // Beyond a day the pod has had windows of its own.
      if (before < 24) expect(shares(loaded, 'memory')).toEqual(shares(lived, 'memory'));
    },
  );

  it('are rejected if absurd, and survive garbage collection while they come', () => {
    const state = newState();
    state.advanceTo(START_MS);
    const past = state.openPast({ ...ref('old-0'), labels: { app: 'old' } });
    expect(past.addCpu(START_MS, Number.NaN)).toBe('not-a-number');
    state.collectGarbage(START_MS + 30 * DAY_MS, { isLive: () => false });
    expect(past.addCpu(START_MS, 100)).toBe('accepted');
    past.end();
    state.setVpa({ namespace: 'shop', name: 'old', selector: selectorFrom({ matchLabels: { app: 'old' } }) });
    expect(state.aggregatesOf('shop', 'old').get('app')?.sampleCount).toBe(1);
  });
});

describe('collecting garbage', () => {
  const nothingLives = { isLive: () => false };
  const everythingLives = { isLive: () => true };

  it('drops aggregates whose last sample is older than their history', () => {
    const state = newState();
    state.advanceTo(START_MS);
    state.addCpuSample(ref('web-0'), START_MS, 250);
    expect(state.collectGarbage(START_MS + 8 * DAY_MS - 1, everythingLives)).toBe(0);
    expect(state.collectGarbage(START_MS + 8 * DAY_MS, everythingLives)).toBe(1);
    expect(state.aggregatesOf('shop', 'web').size).toBe(0);
  });

  it('lets a container that still runs start over afterwards', () => {
    const state = newState();
    state.addCpuSample(ref('web-0'), START_MS, 250);
    state.collectGarbage(START_MS + 8 * DAY_MS, nothingLives);
    expect(state.addCpuSample(ref('web-0'), START_MS + 8 * DAY_MS, 250)).toBe('accepted');
    expect(app(state)).toMatchObject({ sampleCount: 1, firstSampleMs: START_MS + 8 * DAY_MS });
  });

  it.each([
    ['an unfinished pod feeds', 'Running', nothingLives, 0],
    ['a controller can feed', 'Succeeded', everythingLives, 0],
    ['nothing can feed', 'Failed', nothingLives, 1],
  ])('treats empty aggregates that %s', (_, phase, isLive, dropped) => {
    const state = newState();
    state.setPod(pod('web-0', { app: 'web' }, { phase }));
    expect(state.collectGarbage(START_MS, isLive)).toBe(dropped);
  });

  it('drops empty aggregates older than their history', () => {
    const state = new ClusterState(SETTINGS, learning());
    state.advanceTo(START_MS);
    state.setPod(pod('web-0'));
    expect(state.collectGarbage(START_MS + 8 * DAY_MS - 1, everythingLives)).toBe(0);
    expect(state.collectGarbage(START_MS + 8 * DAY_MS, everythingLives)).toBe(1);
  });

  it('reuses the memory of dropped aggregates, cleared', () => {
    const state = newState();
    state.addCpuSample(ref('web-0'), START_MS, 250);
    state.deletePod('shop', 'web-0');
    state.collectGarbage(START_MS + 9 * DAY_MS, nothingLives);
    expect(state.aggregateCount).toBe(0);
    state.setPod(pod('web-1', { app: 'web', version: '2' }));
    expect(histograms(app(state)).cpu.isEmpty).toBe(true);
    expect(histograms(app(state)).cpu.totalWeight).toBe(0);
  });
});
