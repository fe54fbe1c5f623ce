import { BucketNumbers } from './bucket-numbers';
import type { ExponentialBuckets } from './bucketing';
import {
  exp2,
  halfLivesBetween,
  MAX_DECAY_EXPONENT,
  powerOfTwo,
  roundToHalfLife,
  YEAR_ONE_MS,
} from './decay';

/** The weight of the heaviest bucket in a checkpoint. */
const MAX_CHECKPOINT_WEIGHT = 10_000;

/** Bucket weights as in a checkpoint. */
export interface HistogramCheckpointState {
  /** Unix ms; year 1 if the histogram never had a sample. */
  readonly referenceMs: number;
  readonly totalWeight: number;
  /** Bucket index → weight; the heaviest has 10000. */
  readonly bucketWeights: ReadonlyMap<number, number>;
}

/** The weights of a histogram, for merging. */
export interface HistogramWeights {
  readonly totalWeight: number;
  /** The weights are relative to this time, Unix ms. */
  readonly referenceMs: number;
  /** First and last non-empty bucket; first > last if empty. */
  readonly firstBucket: number;
  readonly lastBucket: number;
  /** The highest value in the bucket without an end; 0 while that is empty, and absent where it is not kept. */
  readonly highestBeyond?: number;
  weightOf(bucket: number): number;
}

/** What estimates and pages read of a histogram. */
export interface Histogram extends HistogramWeights {
  readonly buckets: ExponentialBuckets;
  readonly halfLifeMs: number;
  readonly isEmpty: boolean;
  /**
   * The end of the bucket in which the share `fraction` (0…1) of the weight is reached; 0 if empty. For the bucket without
   * an end its start, as for the reference, or the highest value in it.
   */
  percentile(fraction: number): number;
  /** Writes three percentiles to the first three places of `into`; in one walk if they ascend. */
  percentiles(low: number, middle: number, high: number, into: Float64Array): void;
  /** The weights scaled so that the heaviest bucket is 10000, halves rounded up, zeros dropped. */
  toCheckpoint(): HistogramCheckpointState;
}

/**
 * A histogram whose samples lose half their weight every half life. A sample at time t weighs
 * 2^((t − reference)/halfLife) times its own weight, so that nothing is rescaled as time passes. The reference starts
 * in year 1 and moves by whole half lives when that exponent passes 100 (VPA 1.8, pkg/recommender/util,
 * decaying_histogram.go).
 */
export class DecayingHistogram implements Histogram {
  totalWeight = 0;
  referenceMs = YEAR_ONE_MS;
  firstBucket: number;
  lastBucket = 0;
  highestBeyond = 0;
  private readonly weights = new BucketNumbers();

  /** @param knowsNoEnd whether the bucket without an end counts as its start, as for the reference */
  constructor(
    readonly buckets: ExponentialBuckets,
    readonly halfLifeMs: number,
    private readonly knowsNoEnd = true,
  ) {
    this.firstBucket = buckets.count - 1;
  }

  get isEmpty(): boolean {
    return this.weightOf(this.firstBucket) < this.buckets.epsilon;
  }

  weightOf(bucket: number): number {
    return this.weights.at(bucket);
  }

  /** Adds a sample of `value` (not negative) taken at `timeMs`. */
  add(value: number, weight: number, timeMs: number): void {
    const decayed = weight * this.decayFactor(timeMs);
    const bucket = this.buckets.bucketOf(value);
    if (bucket === this.buckets.count - 1) this.highestBeyond = Math.max(this.highestBeyond, value);
    const sum = this.weightOf(bucket) + decayed;
    this.weights.put(bucket, sum);
    this.totalWeight += decayed;
    if (sum >= this.buckets.epsilon) {
      if (bucket < this.firstBucket) this.firstBucket = bucket;
      if (bucket > this.lastBucket) this.lastBucket = bucket;
    }
  }

  /** Removes a sample added before; a bucket that falls below epsilon becomes 0. */
  subtract(value: number, weight: number, timeMs: number): void {
    const decayed = weight * this.decayFactor(timeMs);
    const bucket = this.buckets.bucketOf(value);
    this.totalWeight = this.zeroIfEmpty(this.totalWeight - decayed);
    this.weights.put(bucket, this.zeroIfEmpty(this.weightOf(bucket) - decayed));
    this.narrow();
  }

  /** Adds all weights of `other`; the older of the two references moves to the younger. */
  merge(other: HistogramWeights): void {
    let factor = 1;
    let first = other.firstBucket;
    let last = other.lastBucket;
    if (this.referenceMs < other.referenceMs) {
      this.moveReference(other.referenceMs);
    } else if (other.referenceMs < this.referenceMs) {
      const reference = roundToHalfLife(this.referenceMs, this.halfLifeMs);
      factor = powerOfTwo(halfLivesBetween(other.referenceMs, reference, this.halfLifeMs));
      const { count, epsilon } = this.buckets;
      while (first < count - 1 && other.weightOf(first) * factor < epsilon) first++;
      while (last > 0 && other.weightOf(last) * factor < epsilon) last--;
    }
    for (let bucket = first; bucket <= last; bucket++)
      this.weights.put(bucket, this.weightOf(bucket) + other.weightOf(bucket) * factor);
    this.totalWeight += other.totalWeight * factor;
    this.highestBeyond = Math.max(this.highestBeyond, other.highestBeyond ?? 0);
    if (first < this.firstBucket) this.firstBucket = first;
    if (last > this.lastBucket) this.lastBucket = last;
  }

  /** Forgets everything. */
  clear(): void {
    this.weights.clear();
    this.totalWeight = 0;
    this.referenceMs = YEAR_ONE_MS;
    this.firstBucket = this.buckets.count - 1;
    this.lastBucket = 0;
    this.highestBeyond = 0;
  }

  percentile(fraction: number): number {
    if (this.isEmpty) return 0;
    const { weights, lastBucket } = this;
    const threshold = fraction * this.totalWeight;
    let bucket = this.firstBucket;
    let sum = weights.at(bucket);
    while (bucket < lastBucket && sum < threshold) sum += weights.at(++bucket);
    return this.valueAt(bucket);
  }

  percentiles(low: number, middle: number, high: number, into: Float64Array): void {
    if (this.isEmpty || low > middle || middle > high) {
      into[0] = this.percentile(low);
      into[1] = this.percentile(middle);
      into[2] = this.percentile(high);
      return;
    }
    const { weights, lastBucket, totalWeight } = this;
    let bucket = this.firstBucket;
    let sum = weights.at(bucket);
    let threshold = low * totalWeight;
    while (bucket < lastBucket && sum < threshold) sum += weights.at(++bucket);
    into[0] = this.valueAt(bucket);
    threshold = middle * totalWeight;
    while (bucket < lastBucket && sum < threshold) sum += weights.at(++bucket);
    into[1] = this.valueAt(bucket);
    threshold = high * totalWeight;
    while (bucket < lastBucket && sum < threshold) sum += weights.at(++bucket);
    into[2] = this.valueAt(bucket);
  }

  private valueAt(bucket: number): number {
    const end = this.buckets.endOf(bucket);
    return this.knowsNoEnd || bucket < this.buckets.count - 1 ? end : Math.max(end, this.highestBeyond);
  }

  toCheckpoint(): HistogramCheckpointState {
    let heaviest = 0;
    for (let bucket = this.firstBucket; bucket <= this.lastBucket; bucket++)
      heaviest = Math.max(heaviest, this.weightOf(bucket));
    const scale = MAX_CHECKPOINT_WEIGHT / heaviest;
    const bucketWeights = new Map<number, number>();
    for (let bucket = this.firstBucket; bucket <= this.lastBucket; bucket++) {
      const weight = Math.floor(this.weightOf(bucket) * scale + 0.5);
      if (weight > 0) bucketWeights.set(bucket, weight);
    }
    return { referenceMs: this.referenceMs, totalWeight: this.totalWeight, bucketWeights };
  }

  /** Adds the weights of a checkpoint, whose buckets must all exist, and takes over its reference time. */
  addCheckpoint({ referenceMs, totalWeight, bucketWeights }: HistogramCheckpointState): void {
    let sum = 0;
    for (const weight of bucketWeights.values()) sum += weight;
    if (sum > 0) {
      const scale = totalWeight / sum;
      for (const [bucket, weight] of bucketWeights) {
        this.weights.put(bucket, this.weightOf(bucket) + weight * scale);
        if (bucket < this.firstBucket) this.firstBucket = bucket;
        if (bucket > this.lastBucket) this.lastBucket = bucket;
      }
      this.totalWeight += totalWeight;
    }
    this.referenceMs = referenceMs;
  }

  private decayFactor(timeMs: number): number {
    if (timeMs - this.referenceMs > this.halfLifeMs * MAX_DECAY_EXPONENT) this.moveReference(timeMs);
    return exp2((timeMs - this.referenceMs) / this.halfLifeMs);
  }

  private moveReference(timeMs: number): void {
    const reference = roundToHalfLife(timeMs, this.halfLifeMs);
    const factor = powerOfTwo(halfLivesBetween(this.referenceMs, reference, this.halfLifeMs));
    for (let bucket = this.firstBucket; bucket <= this.lastBucket; bucket++)
      this.weights.put(bucket, this.weightOf(bucket) * factor);
    this.totalWeight *= factor;
    this.referenceMs = reference;
    this.narrow();
  }

  private narrow(): void {
    const { count, epsilon } = this.buckets;
    while (this.firstBucket < count - 1 && this.weightOf(this.firstBucket) < epsilon) this.firstBucket++;
    while (this.lastBucket > 0 && this.weightOf(this.lastBucket) < epsilon) this.lastBucket--;
    if (this.lastBucket < count - 1) this.highestBeyond = 0;
  }

  private zeroIfEmpty(weight: number): number {
    return weight < this.buckets.epsilon ? 0 : weight;
  }
}
