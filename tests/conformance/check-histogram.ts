import { decodeHistogram, encodeHistogram } from '@/server/decide/estimators/percentile/saved-histograms';
import { ExponentialBuckets } from '@/server/model/bucketing';
import { DecayingHistogram } from '@/server/model/histogram';
import type { HistogramCheckpoint } from '@/server/objects/vpa-types';
import { type Checker, Difference, expectClose, expectSame, namedCases } from './checker';

interface HistogramCase {
  name: string;
  maxValue: number;
  firstBucketSize: number;
  ratio: number;
  epsilon: number;
  halfLifeSeconds: number;
  ops: { op: 'add' | 'subtract'; value: number; weight: number; time: string }[];
  numBuckets: number;
  empty: boolean;
  percentiles: Record<string, number>;
  checkpoint?: HistogramCheckpoint;
  reloadedPercentiles?: Record<string, number>;
}

function checkPercentiles(
  where: string,
  expected: Record<string, number>,
  histogram: DecayingHistogram,
): void {
  for (const [fraction, value] of Object.entries(expected))
    expectClose(`${where}[${fraction}]`, value, histogram.percentile(Number(fraction)));
}

/** Bucket weights and reference time exact, total weight to 1e-9. */
export function checkCheckpoint(
  where: string,
  expected: HistogramCheckpoint,
  actual: HistogramCheckpoint,
): void {
  const wanted = expected.bucketWeights ?? {};
  const found = actual.bucketWeights ?? {};
  for (const bucket of new Set([...Object.keys(wanted), ...Object.keys(found)]))
    expectSame(`${where}.bucketWeights[${bucket}]`, wanted[bucket], found[bucket]);
  expectClose(`${where}.totalWeight`, expected.totalWeight ?? 0, actual.totalWeight ?? 0);
  expectSame(
    `${where}.referenceTimestamp`,
    expected.referenceTimestamp ?? null,
    actual.referenceTimestamp ?? null,
  );
}

export const histogramChecker: Checker<HistogramCase> = {
  file: 'histogram',
  cases: namedCases,
  check(vector) {
    const buckets = new ExponentialBuckets(
      vector.maxValue,
      vector.firstBucketSize,
      vector.ratio,
      vector.epsilon,
    );
    const halfLifeMs = vector.halfLifeSeconds * 1000;
    const histogram = new DecayingHistogram(buckets, halfLifeMs);
    for (const { op, value, weight, time } of vector.ops) {
      switch (op) {
        case 'add':
          histogram.add(value, weight, Date.parse(time));
          break;
        case 'subtract':
          histogram.subtract(value, weight, Date.parse(time));
          break;
        default:
          throw new Difference('op', 'add or subtract', op);
      }
    }
    expectSame('numBuckets', vector.numBuckets, buckets.count);
    expectSame('empty', vector.empty, histogram.isEmpty);
    checkPercentiles('percentiles', vector.percentiles, histogram);
    if (!vector.checkpoint) return;
    checkCheckpoint('checkpoint', vector.checkpoint, encodeHistogram(histogram.toCheckpoint()));
    if (!vector.reloadedPercentiles) return;
    const reloaded = new DecayingHistogram(buckets, halfLifeMs);
    reloaded.addCheckpoint(decodeHistogram(vector.checkpoint, 'checkpoint', buckets.count));
    checkPercentiles('reloadedPercentiles', vector.reloadedPercentiles, reloaded);
  },
};
