import type { Signal } from './signals';

/** What an estimator has kept of samples. Only that estimator knows its contents. */
export interface Evidence {
  /** A compact copy that others can merge, but that learns no more. */
  compact(): Evidence;
  /** Whether it has any sample of this; without one nothing is known of it, which is not 0. */
  has(signal: Signal): boolean;
}

/** Evidence that takes samples. Times are Unix ms, values in the unit of their signal. */
export interface Learned extends Evidence {
  learn(signal: Signal, value: number, timeMs: number): void;
  /** Removes a sample learned before. */
  unlearn(signal: Signal, value: number, timeMs: number): void;
  /** Adds what the same estimator learned elsewhere. @throws TypeError for evidence of another estimator */
  merge(other: Evidence): void;
  clear(): void;
}

/** Makes the evidence of an estimator. */
export interface Learning {
  create(): Learned;
}
