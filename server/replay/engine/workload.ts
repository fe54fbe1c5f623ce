import type { Loop } from '../../contract/replays';
import type { Amounts } from '../../objects/units';

/**
 * The usage of one container of one replica, a value for each step; NaN, or what no usage can be, where it is not
 * known.
 */
export interface ReplicaUsage {
  readonly cpuMillicores?: ArrayLike<number>;
  readonly memoryBytes?: ArrayLike<number>;
}

export interface ReplayContainer {
  readonly name: string;
  /** What its pod template states. */
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** One for each replica that was recorded; further replicas take them in turn. */
  readonly usage: readonly ReplicaUsage[];
}

/** A workload with its recorded usage. Step `n` lasts from `startMs + n · stepMs` for `stepMs`. */
export interface ReplayWorkload {
  readonly namespace: string;
  readonly name: string;
  readonly startMs: number;
  readonly stepMs: number;
  readonly steps: number;
  readonly replicas: number;
  /** When its first pods started; by default with the recording. */
  readonly podsStartedMs?: number;
  readonly containers: readonly ReplayContainer[];
}

/** The namespace and name by which results list a workload. */
export function titleOf({ namespace, name }: Pick<ReplayWorkload, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/** How a replay treats what no recording tells. */
export interface ReplayOptions {
  readonly loop: Loop;
  /** The same seed gives the same replay. */
  readonly seed: number;
  /** A replica without a recording of its own uses up to this share more or less than the recorded one. */
  readonly spread: number;
  /** From an eviction until the new pod is ready. */
  readonly replaceMs: number;
  /** Work that waits longer for CPU is given up. */
  readonly patienceMs: number;
  /** What happens so long after the start does not count in the figures. */
  readonly learnMs: number;
}

export const DEFAULT_OPTIONS: ReplayOptions = {
  loop: 'closed',
  seed: 1,
  spread: 0.1,
  replaceMs: 60_000,
  patienceMs: 600_000,
  learnMs: 0,
};
