import { BucketNumbers } from '../../../model/bucket-numbers';
import type { ExponentialBuckets } from '../../../model/bucketing';

/** A weight below this is none: it spares thousands of steps on numbers that decide nothing. */
const NOTHING = 1e-9;

/**
 * Weights per bucket that fade by a factor per window. The value of a bucket is its end, so that no estimate is
 * below the usage it stands for.
 */
export class DecayedBuckets {
  /** First and last bucket with weight; first > last if there is none. */
  first: number;
  last = -1;

  readonly weights = new BucketNumbers();

  constructor(readonly buckets: ExponentialBuckets) {
    this.first = buckets.count;
  }

  get isEmpty(): boolean {
    return this.first > this.last;
  }

  add(value: number, weight: number): void {
    this.addTo(this.buckets.bucketOf(value), weight);
  }

  addTo(bucket: number, weight: number): void {
    this.weights.put(bucket, this.weights.at(bucket) + weight);
    if (bucket < this.first) this.first = bucket;
    if (bucket > this.last) this.last = bucket;
  }

  weightOf(bucket: number): number {
    return this.weights.at(bucket);
  }

  /** Multiplies every weight by `keep`, 0 to 1. */
  fade(keep: number): void {
    const { weights } = this;
    for (let bucket = this.first; bucket <= this.last; bucket++) {
      const faded = weights.at(bucket) * keep;
      weights.put(bucket, faded < NOTHING ? 0 : faded);
    }
    while (this.first <= this.last && weights.at(this.first) === 0) this.first++;
    while (this.last >= this.first && weights.at(this.last) === 0) this.last--;
    if (this.isEmpty) {
      this.first = this.buckets.count;
      this.last = -1;
    }
  }

  /** The value below which the share `fraction` of the weight lies, so of the time; 0 if empty. */
  percentile(fraction: number): number {
    const { weights, buckets, first, last } = this;
    if (this.isEmpty) return 0;
    let total = 0;
    for (let bucket = first; bucket <= last; bucket++) total += weights.at(bucket);
    const threshold = fraction * total;
    let sum = 0;
    for (let bucket = first; bucket < last; bucket++) {
      sum += weights.at(bucket);
      if (sum >= threshold) return buckets.endOf(bucket);
    }
    return buckets.endOf(last);
  }

  /** The share of the weight at or below `value`, 0 to 1, to a bucket; 0 if empty. */
  shareUpTo(value: number): number {
    const highest = this.buckets.bucketOf(value);
    let [below, total] = [0, 0];
    for (let bucket = this.first; bucket <= this.last; bucket++) {
      const weight = this.weights.at(bucket);
      total += weight;
      if (bucket <= highest) below += weight;
    }
    return total > 0 ? below / total : 0;
  }

  /** The mean value; 0 if empty. */
  get mean(): number {
    let weight = 0;
    let load = 0;
    for (let bucket = this.first; bucket <= this.last; bucket++) {
      weight += this.weights.at(bucket);
      load += this.weights.at(bucket) * this.buckets.endOf(bucket);
    }
    return weight > 0 ? load / weight : 0;
  }
}
