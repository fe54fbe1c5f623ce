import type { UnreadyWhy } from './pod-groups';
import type { MissingWhy } from './samples';
import type { Tolerances } from './tolerance';

/** What a metric is now, in thousandths of its unit and whole percents. */
export interface CurrentValue {
  readonly averageUtilization?: number;
  readonly averageValueMilli?: number;
  readonly valueMilli?: number;
}

export interface PodEvidence {
  readonly pod: string;
  /** `unknown`: it was measured, but the target does not select it (any more). */
  readonly group: 'ready' | 'unready' | 'missing' | 'ignored' | 'unknown';
  readonly why?: UnreadyWhy | MissingWhy | 'deleting' | 'failed';
  /** What was measured, thousandths, also if it does not count. */
  readonly measuredMilli?: number;
  /** What it requests, thousandths; for utilization only. */
  readonly requestMilli?: number;
  /** What counts in place of a measurement; absent if none was needed, or the pod counts as nothing. */
  readonly filled?: Filling;
}

export interface Filling {
  readonly milli: number;
  /** `request` is 100 % of it; `target` is the target, or its percentage of the request. */
  readonly as: 'nothing' | 'request' | 'target';
}

/** The number of replicas that one metric asks for, and how it came about. */
export interface ReplicaProposal {
  readonly kind: 'proposed';
  readonly replicas: number;
  /**
   * `ratio`: the ratio times `multipliedBy`, rounded up. Otherwise the replicas stay, since the ratio is close
   * to 1, or since what was filled in would turn the direction.
   */
  readonly because: 'ratio' | 'within-tolerance' | 'filling-turns-direction';
  /** Measured by target. */
  readonly ratio: number;
  /** The ratio with missing and unready pods filled in; absent if none had to be. */
  readonly filledRatio?: number;
  readonly multipliedBy: number;
  readonly tolerances: Tolerances;
  readonly current: CurrentValue;
  readonly pods: readonly PodEvidence[];
}

const MOST_REPLICAS = 2 ** 31 - 1;

/** A number of replicas, rounded up and held in [0, 2^31 − 1]. */
export function wholeReplicas(replicas: number): number {
  return Math.min(MOST_REPLICAS, Math.max(0, Math.ceil(replicas)));
}
