import { CPU_BUCKETS, type ExponentialBuckets, MEMORY_BUCKETS } from './bucketing';

/** How one measured signal of a container is counted. */
interface SignalLayout {
  /** Of the values. */
  readonly unit: 'cores' | 'bytes';
  readonly buckets: ExponentialBuckets;
  /** The weight of one sample, whatever the container requests. */
  readonly sampleWeight: number;
}

/** What is measured of a container. What is requested is a `Resource`. */
export const SIGNALS = {
  cpu: { unit: 'cores', buckets: CPU_BUCKETS, sampleWeight: 0.1 },
  memory: { unit: 'bytes', buckets: MEMORY_BUCKETS, sampleWeight: 1 },
} as const satisfies Record<string, SignalLayout>;

export type Signal = keyof typeof SIGNALS;
