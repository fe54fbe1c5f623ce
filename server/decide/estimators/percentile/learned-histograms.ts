import { DecayingHistogram, type HistogramWeights } from '../../../model/histogram';
import type { Evidence, Learned, Learning } from '../../../model/learned';
import { SIGNALS, type Signal } from '../../../model/signals';
import type { PercentileParameters } from './parameters';

/** One histogram per signal: CPU in cores, memory peaks in bytes. */
abstract class UsageWeights implements Evidence {
  abstract readonly cpu: HistogramWeights;
  abstract readonly memory: HistogramWeights;

  compact(): Evidence {
    return new CompactHistograms(this);
  }

  has(signal: Signal): boolean {
    const { firstBucket, lastBucket } = this[signal];
    return firstBucket <= lastBucket;
  }
}

/** The weights of a histogram from its first to its last non-empty bucket, for merging into others. */
class CompactHistogram implements HistogramWeights {
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

class CompactHistograms extends UsageWeights {
  readonly cpu: CompactHistogram;
  readonly memory: CompactHistogram;

  constructor({ cpu, memory }: UsageWeights) {
    super();
    this.cpu = new CompactHistogram(cpu);
    this.memory = new CompactHistogram(memory);
  }
}

/** The histograms of one aggregate. */
export class LearnedHistograms extends UsageWeights implements Learned {
  constructor(
    readonly cpu: DecayingHistogram,
    readonly memory: DecayingHistogram,
  ) {
    super();
  }

  override has(signal: Signal): boolean {
    return !this[signal].isEmpty;
  }

  learn(signal: Signal, value: number, timeMs: number): void {
    this[signal].add(value, SIGNALS[signal].sampleWeight, timeMs);
  }

  unlearn(signal: Signal, value: number, timeMs: number): void {
    this[signal].subtract(value, SIGNALS[signal].sampleWeight, timeMs);
  }

  merge(other: Evidence): void {
    if (!(other instanceof UsageWeights))
      throw new TypeError('Evidence of another estimator has no histograms');
    this.cpu.merge(other.cpu);
    this.memory.merge(other.memory);
  }

  clear(): void {
    this.cpu.clear();
    this.memory.clear();
  }
}

/** @throws TypeError for evidence of another estimator, or compact evidence, which must be merged first */
export function histogramsOf(learned: Evidence): LearnedHistograms {
  if (learned instanceof LearnedHistograms) return learned;
  throw new TypeError('Only histograms that still learn can be read');
}

/** Makes histograms. */
export class HistogramLearning implements Learning {
  constructor(
    private readonly parameters: Pick<PercentileParameters, 'cpu' | 'memory'> &
      Partial<Pick<PercentileParameters, 'lastBucketStart'>>,
  ) {}

  create(): LearnedHistograms {
    const { cpu, memory, lastBucketStart } = this.parameters;
    return new LearnedHistograms(
      new DecayingHistogram(SIGNALS.cpu.buckets, cpu.halfLifeMs, lastBucketStart),
      new DecayingHistogram(SIGNALS.memory.buckets, memory.halfLifeMs, lastBucketStart),
    );
  }
}
