import type { HistogramWeights } from './histogram';

/** The weights of a histogram from its first to its last non-empty bucket, for merging into others. */
export class CompactHistogram implements HistogramWeights {
  readonly totalWeight: number;
  readonly referenceMs: number;
  readonly firstBucket: number;
  readonly lastBucket: number;
  readonly highestBeyond: number | undefined;
  private readonly weights: Float64Array;

  constructor(of: HistogramWeights) {
    this.totalWeight = of.totalWeight;
    this.referenceMs = of.referenceMs;
    this.firstBucket = of.firstBucket;
    this.lastBucket = of.lastBucket;
    this.highestBeyond = of.highestBeyond;
    const count = Math.max(0, of.lastBucket - of.firstBucket + 1);
    this.weights = Float64Array.from({ length: count }, (_, index) => of.weightOf(of.firstBucket + index));
  }

  weightOf(bucket: number): number {
    return this.weights[bucket - this.firstBucket] ?? 0;
  }
}
