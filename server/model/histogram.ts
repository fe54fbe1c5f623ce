/** A decaying histogram with exponential buckets. */
export interface Histogram {
  readonly totalWeight: number;
  /** Weights are stated as of this time, Unix ms. */
  readonly referenceMs: number;
  readonly isEmpty: boolean;
  /** The end of the bucket in which the share `fraction` (0…1) of the weight is reached; 0 when empty. */
  percentile(fraction: number): number;
}
