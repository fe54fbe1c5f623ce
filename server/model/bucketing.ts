/**
 * Exponential buckets: bucket 0 is [0, first), bucket i starts at first·(ratio^i − 1)/(ratio − 1), so each
 * bucket is `ratio` times as wide as the one before. The last bucket has no upper end (VPA 1.8, pkg/recommender/util,
 * histogram_options.go).
 */
export class ExponentialBuckets {
  readonly count: number;
  private readonly starts: Float64Array;
  private readonly growth: number;
  private readonly logRatio: number;

  /**
   * @param maxValue larger values fall into the last bucket
   * @param firstBucketSize width of bucket 0, in the unit of the values
   * @param ratio width of a bucket over the width of the one before, above 1
   * @param epsilon a bucket with less weight counts as empty
   */
  constructor(
    readonly maxValue: number,
    readonly firstBucketSize: number,
    readonly ratio: number,
    readonly epsilon = 1e-4,
  ) {
    this.growth = ratio - 1;
    this.logRatio = Math.log(ratio);
    this.count = Math.ceil(this.position(maxValue)) + 1;
    this.starts = Float64Array.from({ length: this.count }, (_, bucket) => this.computeStart(bucket));
  }

  /** The bucket of `value` (not negative). */
  bucketOf(value: number): number {
    if (value < this.firstBucketSize) return 0;
    const bucket = Math.trunc(this.position(value));
    return bucket >= this.count ? this.count - 1 : bucket;
  }

  /** The lowest value of a bucket. */
  startOf(bucket: number): number {
    return this.starts[bucket] ?? Number.NaN;
  }

  /** The end of a bucket; for the last one, which has no end, its start. */
  endOf(bucket: number): number {
    return this.startOf(bucket < this.count - 1 ? bucket + 1 : bucket);
  }

  private position(value: number): number {
    return Math.log((value * this.growth) / this.firstBucketSize + 1) / this.logRatio;
  }

  private computeStart(bucket: number): number {
    if (bucket === 0) return 0;
    return (this.firstBucketSize * (integerPower(this.ratio, bucket) - 1)) / this.growth;
  }
}

/**
 * `base`^`exponent` by repeated squaring from the lowest bit of the exponent. `Math.pow` differs in the last
 * digit, which would show after truncation to whole bytes.
 */
export function integerPower(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let bits = exponent; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

/** CPU usage in cores: 0.01 cores to 1000 cores, 5 % wider each. */
export const CPU_BUCKETS = new ExponentialBuckets(1000, 0.01, 1.05);
/** Memory in bytes: 10 MB to 1 TB, 5 % wider each. */
export const MEMORY_BUCKETS = new ExponentialBuckets(1e12, 1e7, 1.05);
