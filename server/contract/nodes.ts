import type { LabelOfNodes } from '../cluster/nodes-by-label';
import type { IdleStep } from '../decide/estimators/nodes/idle';
import type { PackingEstimate } from '../decide/estimators/nodes/packing';
import type { Resource } from '../objects/units';
import type { NodeState, UsageSource } from '../words/nodes';
import type { Counts, ListView, ListWords } from './lists';

export type { IdleStep } from '../decide/estimators/nodes/idle';

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
  /** Of memory: the most of 14 days, or of as long as this process runs. */
  peak?: number;
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
  morePods: number;
  publishing: Publishing;
}

/** GET /api/nodes/labels */
export interface NodeLabelsView {
  /** With how many values each has; first those that make groups. */
  labels: readonly LabelOfNodes[];
}

export const NODE_WORDS = {
  filters: ['q', 'state'],
  sorts: ['name', 'cpu', 'memory', 'pods', 'confidence'],
  usual: { key: 'name', descending: false },
} as const satisfies ListWords<string, string>;

/** A node with what its pods would request once every recommendation were applied. */
export interface NodeRow extends NodeView {
  /** Absent while no recommender runs here. */
  target?: Record<Resource, number>;
}

/** The largest pod that a node still takes, by what it does not reserve. */
export interface FittingPod {
  node: string;
  cpu: number;
  memory: number;
}

/** The largest pod that one node still takes; or why it takes none: closed or not ready, or which of it is used up. */
export type FitView = Record<Resource, number> | { full: 'closed' | 'pods' | Resource };

/** GET /api/nodes/NAME */
export interface NodePageView extends NodeDetail {
  now: { fits: FitView };
  /** Once all recommendations were applied; absent while no recommender runs here. */
  applied?: { target: Record<Resource, number>; fits: FitView };
  /** `target`: what the pod would then request; absent without a VPA. */
  heaviest: (NodePodView & { target?: Record<Resource, number> })[];
}

/** What pods would need of the nodes that take pods: now, or once every recommendation were applied. */
export interface NodeNeeds {
  /** By CPU, and by memory; absent if no node takes a pod. */
  fits?: Record<Resource, FittingPod>;
  packing: PackingEstimate;
}

/** Sums over the nodes whose idle is known, in millicores or bytes. */
export interface NodeTotals {
  allocatable: number;
  requested: number;
  /** What pods would request once every recommendation were applied. */
  target: number;
  used: number;
  idleNow: number;
  nodes: number;
  /** The same for the next hour, which fewer nodes may know. */
  hour: { allocatable: number; idle: number; nodes: number };
}

/** GET /api/nodes?q=&state=&sort=&order=&page= */
export interface NodesView extends ListView<NodeRow> {
  tallies: { state: Counts<NodeState> };
  /** Over all nodes, whatever the filter. */
  totals: Record<Resource, NodeTotals>;
  needs: { now: NodeNeeds; applied?: NodeNeeds };
  publishing: Publishing;
}
