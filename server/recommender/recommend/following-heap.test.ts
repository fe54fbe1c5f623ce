import { expect, it } from 'vitest';
import type { Explanation } from '@/server/decide/estimators/explanation';
import { Aggregate } from '@/server/model/aggregate';
import type { Heap } from '../signals/heap';
import { followingHeap, followingRss } from './following-heap';

const MIB = 2 ** 20;
const usage = { lowerBound: 1800 * MIB, target: 2000 * MIB, upperBound: 2400 * MIB };
const estimator = {
  estimate: () => ({ cpu: { lowerBound: 1, target: 2, upperBound: 3 }, memory: usage }),
  explain: (): Explanation => ({
    traces: [{ resource: 'memory', bound: 'target', steps: [{ step: 'percentile', value: usage.target }] }],
    histograms: [],
  }),
};
const estimate = (mebibytes: number) => ({
  usual: mebibytes * MIB,
  high: mebibytes * 1.25 * MIB,
  highest: mebibytes * 1.5 * MIB,
  confidence: 3,
  lowerBound: 0,
  target: 0,
  upperBound: 0,
});
const heap: Heap = { runtime: 'jvm', live: estimate(400), committed: estimate(1600) };
const learned = { load: () => undefined } as never;

function history(oomCount = 0): Aggregate {
  const aggregate = new Aggregate('app', learned, 0);
  aggregate.oomCount = oomCount;
  return aggregate;
}

const memoryFor = (known: Heap | undefined, oomCount = 0) =>
  followingHeap(estimator, () => known).estimate(history(oomCount)).memory;

it('is twice what is live, and what is not heap', () => {
  // 2,000 MiB are used, of which 1,600 are taken for a heap with 400 to 600 that are live.
  expect(memoryFor(heap)).toEqual({ lowerBound: 1200 * MIB, target: 1400 * MIB, upperBound: 1600 * MIB });
});

it('is what usage asks for without a heap, after a kill, and where the heap would ask for more', () => {
  expect(memoryFor(undefined)).toEqual(usage);
  expect(memoryFor({ runtime: 'jvm', live: estimate(400) })).toEqual(usage);
  expect(memoryFor({ ...heap, pastFault: 'partial' })).toEqual(usage);
  expect(memoryFor(heap, 1)).toEqual(usage);
  expect(memoryFor({ ...heap, live: estimate(1500) })).toEqual(usage);
});

it('is told as a step of its own', () => {
  const { traces } = followingHeap(estimator, () => heap).explain(history());
  expect(traces[0]?.steps).toEqual([
    { step: 'percentile', value: usage.target },
    { step: 'live-heap', value: 1400 * MIB },
  ]);
});

it('is without page cache where that is known and less, and what usage asks for after a kill', () => {
  const rss = { lowerBound: 300 * MIB, target: 500 * MIB, upperBound: 3000 * MIB };
  const memory = (known: typeof rss | undefined, oomCount = 0) =>
    followingRss(estimator, () => known).estimate(history(oomCount)).memory;
  expect(memory(rss)).toEqual({ lowerBound: 300 * MIB, target: 500 * MIB, upperBound: 2400 * MIB });
  expect(memory(undefined)).toEqual(usage);
  expect(memory(rss, 1)).toEqual(usage);
  expect(
    followingRss(estimator, () => rss)
      .explain(history())
      .traces[0]?.steps.at(-1),
  ).toEqual({
    step: 'rss',
    value: 500 * MIB,
  });
});
