import { beforeEach, describe, expect, it } from 'vitest';
import { percentile } from '../decide/estimators/percentile';
import { HistogramLearning } from '../decide/estimators/percentile/learned-histograms';
import { containerKey } from '../objects/container-key';
import { selectorFrom } from '../objects/selector';
import { ClusterState } from './cluster-state';
import type { Observation } from './observation';

const START_MS = Date.UTC(2026, 5, 2, 6);
const MINUTE_MS = 60_000;
const SIDECAR = containerKey('proxy', true);

describe('a container that is a sidecar in one revision and an ordinary container in another', () => {
  const observed: [string, Observation][] = [];
  let state: ClusterState;

  beforeEach(() => {
    observed.length = 0;
    state = new ClusterState(
      {
        memoryAggregationIntervalMs: 86_400_000,
        memoryAggregationIntervalCount: 8,
        oomBumpUpRatio: 1.2,
        oomMinBumpUpBytes: 0,
        countZeroMemory: false,
      },
      new HistogramLearning(percentile.parameters.parse({})),
    );
    state.setVpa({
      namespace: 'shop',
      name: 'web',
      selector: selectorFrom({ matchLabels: { app: 'web' } }),
      observer: { observe: (...seen) => observed.push(seen) },
    });
  });

  function runs(name: string, revision: string, isSidecar: boolean): void {
    state.setPod({
      namespace: 'shop',
      name,
      labels: { app: 'web', 'pod-template-hash': revision },
      phase: 'Running',
      containers: [
        { name: 'app', requests: {} },
        { name: 'proxy', isSidecar, requests: {} },
      ],
    });
  }

  const uses = (pod: string, millicores: number, minute: number) =>
    state.addCpuSample(
      { namespace: 'shop', pod, container: 'proxy' },
      START_MS + minute * MINUTE_MS,
      millicores,
    );
  const samples = (key: string) => state.aggregatesOf('shop', 'web').get(key)?.sampleCount ?? 0;

  it('learns apart', () => {
    runs('web-1', 'one', false);
    runs('web-2', 'two', true);
    expect(uses('web-1', 100, 1)).toBe('accepted');
    expect(uses('web-2', 900, 1)).toBe('accepted');
    expect(uses('web-2', 900, 2)).toBe('accepted');
    expect([samples('proxy'), samples(SIDECAR)]).toEqual([1, 2]);
    const own = state.aggregatesOf('shop', 'web').get(SIDECAR);
    expect(own).toMatchObject({ container: 'proxy', isSidecar: true });
    expect(observed.map(([name, { isSidecar }]) => [name, isSidecar])).toEqual([
      ['proxy', false],
      ['proxy', true],
      ['proxy', true],
    ]);
  });

  it('learns apart in a pod that is replaced by one of its name', () => {
    runs('web-1', 'one', false);
    uses('web-1', 100, 1);
    runs('web-1', 'one', true);
    uses('web-1', 900, 2);
    expect([samples('proxy'), samples(SIDECAR)]).toEqual([1, 1]);
    expect(state.usageOf('shop', 'web-1', 'proxy')).toBeUndefined();
  });

  it('keeps checkpoints and kills apart', () => {
    runs('web-2', 'two', true);
    const kept = percentile.load(
      {
        cpuHistogram: {
          referenceTimestamp: '2026-06-02T06:00:00Z',
          totalWeight: 1,
          bucketWeights: { 1: 10_000 },
        },
        memoryHistogram: {
          referenceTimestamp: '2026-06-02T06:00:00Z',
          totalWeight: 1,
          bucketWeights: { 1: 10_000 },
        },
      },
      percentile.parameters.parse({}),
    );
    state.loadCheckpoint('shop', 'web', 'proxy', { sampleCount: 7, learned: kept });
    state.loadCheckpoint('shop', 'web', 'proxy', { sampleCount: 3, learned: kept }, true);
    expect([samples('proxy'), samples(SIDECAR)]).toEqual([7, 3]);
    const ref = { namespace: 'shop', pod: 'web-2', container: 'proxy' };
    expect(state.recordOom(ref, START_MS, 1000)).toBe('accepted');
    expect(state.aggregatesOf('shop', 'web').get(SIDECAR)?.oomCount).toBe(1);
    expect(state.aggregatesOf('shop', 'web').get('proxy')?.oomCount).toBe(0);
    const copies = state.checkpointAggregatesOf('shop', 'web', START_MS);
    expect([...copies.keys()].sort()).toEqual(['app', 'proxy', SIDECAR]);
  });

  it('folds the past of either into its own sum', () => {
    runs('web-1', 'one', false);
    runs('web-2', 'two', true);
    uses('web-1', 100, 1);
    uses('web-2', 900, 1);
    for (const pod of ['web-1', 'web-2']) state.deletePod('shop', pod);
    state.collectGarbage(START_MS + MINUTE_MS, { isLive: () => true, canReturn: () => false });
    expect(state.foldedCount).toBe(2);
    expect([samples('proxy'), samples(SIDECAR)]).toEqual([1, 1]);
  });
});
