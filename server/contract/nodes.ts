import type { IdleStep } from '../estimators/nodes/idle';
import type { Resource } from '../model/units';
import type { NodeState, UsageSource } from '../words/nodes';

/** What the pages show of nodes: plain data, amounts in millicores or bytes, times in Unix ms. */

/** One resource of a node; absent means unknown. */
export interface NodeResourceView {
  allocatable?: number;
  /** By all unfinished pods, batch pods too. */
  requested: number;
  /** By online pods. */
  used?: number;
  /** By batch pods; they use what is idle, so it counts neither as used nor against idle. */
  usedByBatch: number;
  idleNow?: number;
  /** What online pods are expected to need in the next hour. */
  expected?: number;
  idleNextHour?: number;
}

/** How many running pods there are, by where their usage comes from; batch pods are apart. */
export interface NodePodCounts extends Record<UsageSource, number> {
  online: number;
  batch: number;
}

/** What a node publishes in its status. */
export interface PublishedIdle {
  cpuMillicores: number;
  memoryBytes: number;
}

export interface NodeView {
  name: string;
  state: NodeState;
  /** Closed to new pods. */
  isCordoned: boolean;
  cpu: NodeResourceView;
  memory: NodeResourceView;
  pods: NodePodCounts;
  /** How many pods it takes; absent if it does not say. */
  podsAllocatable?: number;
  /** When this process began to learn the node; absent before the first round. */
  sinceMs?: number;
  /** When a pod of it was last measured. */
  measuredMs?: number;
  /** Days of history. */
  confidence: number;
  /** Absent while nothing is published. */
  published?: PublishedIdle;
}

/** A running pod of a node; an amount is absent if the pod was never measured or requests none. */
export interface NodePodView {
  namespace: string;
  name: string;
  isBatch: boolean;
  source: UsageSource;
  /** What it counts for. */
  counted: Record<Resource, number>;
  requested: Partial<Record<Resource, number>>;
}

/** Whether this process publishes what is idle. */
export type Publishing = 'off' | 'leading' | 'following';

export interface NodeDetail extends NodeView {
  /** How the numbers come about; empty while unknown. */
  steps: Record<Resource, IdleStep[]>;
  /** The pods that weigh most, as shares of the node. */
  heaviest: NodePodView[];
  /** How many more run. */
  morePods: number;
  publishing: Publishing;
}
