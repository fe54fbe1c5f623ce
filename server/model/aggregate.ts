import type { Histogram } from './histogram';

/** Everything learned about the containers of one name: what an estimate is made from. */
export interface ContainerAggregate {
  readonly container: string;
  /** Usage in cores. */
  readonly cpu: Histogram;
  /** Peaks in bytes, one per container and aggregation interval. */
  readonly memory: Histogram;
  /** Time of the first and the last CPU sample, Unix ms; absent when there was none. */
  readonly firstSampleMs: number | undefined;
  readonly lastSampleMs: number | undefined;
  /** CPU samples taken. */
  readonly sampleCount: number;
  /** Out-of-memory kills recorded since this process started. */
  readonly oomCount: number;
}
