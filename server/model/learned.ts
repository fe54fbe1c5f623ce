import type { Signal } from './signals';

/** What an estimator has kept of samples. Only that estimator knows what is in it. */
export interface Evidence {
  /** A copy in little memory that others can merge, but that learns no more. */
  compact(): Evidence;
}

/** Evidence that samples still come to. Times are Unix ms, values in the unit of their signal. */
export interface Learned extends Evidence {
  learn(signal: Signal, value: number, timeMs: number): void;
  /** Takes out a sample learned before. */
  unlearn(signal: Signal, value: number, timeMs: number): void;
  /** Adds what the same estimator learned elsewhere. @throws TypeError for evidence of another */
  merge(other: Evidence): void;
  clear(): void;
}

/** Makes what an estimator learns with. */
export interface Learning {
  /** For long use, from memory shared with others, to be given back by `release`. */
  create(): Learned;
  release(learned: Learned): void;
  /** With memory of its own. */
  createScratch(): Learned;
}
