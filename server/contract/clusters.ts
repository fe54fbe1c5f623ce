import type { StopScope } from '../decide/pods/stop';
import type { Resource } from '../objects/units';
import type { ClusterDeed, OrderState } from '../words/cluster-orders';
import type { MemberFault } from '../words/member-faults';
import type { UrgencyCounts } from '../words/urgency';
import type { Counts, ListView, ListWords } from './lists';

export type { ClusterDeed };

export const CLUSTER_WORDS = {
  filters: ['q', 'label'],
  sorts: ['name', 'vpas', 'broken', 'waits', 'better', 'cpu', 'memory', 'seen'],
  usual: { key: 'name', descending: false },
} as const satisfies ListWords<string, string>;

/** What a cluster last said to the person who asks. */
export interface MemberAnswer {
  /** The versions of Plumbline and of Kubernetes; the latter is absent while the cluster is not connected. */
  plumbline: string;
  kubernetes?: string;
  vpas: number;
  urgencies: UrgencyCounts;
  /** In millicores and bytes. */
  totals: Record<Resource, { requested: number; recommended: number }>;
  /** Whether everything is stopped, and how many other stops are in force. */
  isStopped: boolean;
  otherStops: number;
}

export interface ClusterOrder {
  deed: ClusterDeed;
  scope: StopScope;
  /** In Unix milliseconds. */
  atMs: number;
  state: OrderState;
  /** Why it is away, or refused. */
  fault?: MemberFault;
}

/** POST and DELETE /api/clusters/stop, POST /api/clusters/stop/revert: how far each cluster is when this is sent. */
export interface ClusterOrdersView {
  orders: { name: string; order: ClusterOrder }[];
}

/** A cluster of a hub. Without an answer and without a fault, it is being asked. */
export interface ClusterRow {
  name: string;
  labels: Readonly<Record<string, string>>;
  answer?: MemberAnswer;
  /** When it last answered, in Unix milliseconds. */
  seenMs?: number;
  /** Why there is no newer answer. */
  fault?: MemberFault;
  /** By how much its clock is ahead of the hub's, in milliseconds; absent within a minute. */
  aheadMs?: number;
  /** The newest order of the person, until a while after it ended. */
  order?: ClusterOrder;
}

/** GET /api/clusters?q=&label=KEY=VALUE&sort=&order=&page=; sums are over the clusters that pass the filter. */
export interface ClustersView extends ListView<ClusterRow> {
  tallies: { label: Counts };
  sums: Pick<MemberAnswer, 'vpas' | 'urgencies' | 'totals'> & { answering: number; stopped: number };
}
