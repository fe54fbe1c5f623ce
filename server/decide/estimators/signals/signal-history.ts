import {
  exp2,
  halfLivesBetween,
  MAX_DECAY_EXPONENT,
  powerOfTwo,
  roundToHalfLife,
  YEAR_ONE_MS,
} from '../../../model/decay';
import type { HistogramWeights } from '../../../model/histogram';
import type { OtherSignal } from '../../../model/other-signals';

/** Buckets added at either side when a value falls outside. */
const SLACK = 2;
const NONE: number[] = [];

type Layout = Pick<OtherSignal, 'buckets' | 'halfLifeMs'>;

/**
 * The decaying histogram of one signal of one container, with memory for the buckets in use alone: there are
 * many, and they are read rarely, by merging into a `DecayingHistogram`.
 */
export class SignalHistory implements HistogramWeights {
  referenceMs = YEAR_ONE_MS;
  firstBucket: number;
  lastBucket = 0;
  /** Unix ms; undefined without samples. */
  firstSampleMs: number | undefined;
  lastSampleMs: number | undefined;
  /** How many samples it had, one for each interval. */
  sampleCount = 0;
  /** The weights from bucket `start` on. */
  private weights: number[] = NONE;
  private start = 0;

  constructor(private readonly layout: Layout) {
    this.firstBucket = layout.buckets.count - 1;
  }

  get totalWeight(): number {
    return this.weights.reduce((sum, weight) => sum + weight, 0);
  }

  weightOf(bucket: number): number {
    const index = bucket - this.start;
    return index >= 0 && index < this.weights.length ? (this.weights[index] ?? 0) : 0;
  }

  /**
   * Adds a value, finite and not negative, measured at `timeMs`. It weighs 1; one of the past that stands for
   * several intervals weighs as many.
   */
  add(value: number, timeMs: number, intervals = 1): void {
    const { buckets, halfLifeMs } = this.layout;
    if (timeMs - this.referenceMs > halfLifeMs * MAX_DECAY_EXPONENT) this.moveReference(timeMs);
    this.put(buckets.bucketOf(value), intervals * exp2((timeMs - this.referenceMs) / halfLifeMs));
    this.sampleCount += intervals;
    if (this.firstSampleMs === undefined || timeMs < this.firstSampleMs) this.firstSampleMs = timeMs;
    if (this.lastSampleMs === undefined || timeMs > this.lastSampleMs) this.lastSampleMs = timeMs;
  }

  /** Adds what another history of the same signal has. */
  merge(other: SignalHistory): void {
    if (other.firstSampleMs === undefined || other.lastSampleMs === undefined) return;
    if (this.referenceMs < other.referenceMs) this.moveReference(other.referenceMs);
    const { halfLifeMs } = this.layout;
    const factor = powerOfTwo(halfLivesBetween(other.referenceMs, this.referenceMs, halfLifeMs));
    for (let bucket = other.firstBucket; bucket <= other.lastBucket; bucket++) {
      const weight = other.weightOf(bucket) * factor;
      if (weight >= this.layout.buckets.epsilon) this.put(bucket, weight);
    }
    this.sampleCount += other.sampleCount;
    this.firstSampleMs = Math.min(this.firstSampleMs ?? other.firstSampleMs, other.firstSampleMs);
    this.lastSampleMs = Math.max(this.lastSampleMs ?? other.lastSampleMs, other.lastSampleMs);
  }

  private put(bucket: number, weight: number): void {
    const sum = this.weightOf(bucket) + weight;
    if (this.weights.length === 0 || bucket < this.start || bucket >= this.start + this.weights.length)
      this.growTo(bucket);
    this.weights[bucket - this.start] = sum;
    if (sum < this.layout.buckets.epsilon) return;
    if (bucket < this.firstBucket) this.firstBucket = bucket;
    if (bucket > this.lastBucket) this.lastBucket = bucket;
  }

  /** To exactly what is needed and a little: arrays that grow by themselves take half as much again. */
  private growTo(bucket: number): void {
    const { weights, start } = this;
    const isFirst = weights.length === 0;
    const from = Math.max(0, isFirst || bucket < start ? bucket - SLACK : start);
    const end = Math.max(isFirst ? 0 : start + weights.length, bucket + 1 + SLACK);
    const grown = new Array<number>(end - from).fill(0);
    for (const [index, weight] of weights.entries()) grown[start + index - from] = weight;
    this.start = from;
    this.weights = grown;
  }

  private moveReference(timeMs: number): void {
    const { buckets, halfLifeMs } = this.layout;
    const reference = roundToHalfLife(timeMs, halfLifeMs);
    const factor = powerOfTwo(halfLivesBetween(this.referenceMs, reference, halfLifeMs));
    const { weights, start } = this;
    this.referenceMs = reference;
    this.firstBucket = buckets.count - 1;
    this.lastBucket = 0;
    this.weights = NONE;
    for (const [index, weight] of weights.entries()) {
      const faded = weight * factor;
      if (faded >= buckets.epsilon) this.put(start + index, faded);
    }
  }
}
