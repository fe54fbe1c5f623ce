import type { Fate } from '../words/decisions';
import type { InboxCode } from '../words/inbox';
import type { MemberFault } from '../words/member-faults';
import type { Urgency } from '../words/urgency';
import { APPROVAL_WORDS, type ApprovalRow, type ChangeDirection } from './approvals';
import type { AuditEntry } from './audit';
import { COST_WORDS, type Cost, type CostRow } from './costs';
import { INBOX_WORDS, type InboxLine } from './inbox';
import type { Counts, ListView, ListWords } from './lists';
import { PLAN_WORDS, type ReasonCount, type VpaPlanRow } from './plan';
import type { WithoutRules } from './stated-rules';
import type { Standing } from './verdict';
import { WORKLOAD_WORDS, type WorkloadName, type WorkloadRow } from './workloads';

/** By which every list over clusters is filtered and grouped. */
export const ACROSS_FILTERS = ['cluster', 'label', 'group'] as const;
export type AcrossFilter = (typeof ACROSS_FILTERS)[number];

/** Groups by cluster; any other word is the key of a label. */
export const BY_CLUSTER = 'cluster';

type Without<Word, Left> = Exclude<Word, Left>;

/** The words of a list over clusters: those of the list of one without those that only one can answer. */
function across<Filter extends string, Sort extends string, Left extends string = never>(
  words: ListWords<Filter, Sort>,
  left: readonly Left[],
): ListWords<Without<Filter, Left> | AcrossFilter, Without<Sort, Left> | 'cluster'> {
  const kept = <Word extends string>(all: readonly Word[]) =>
    all.filter((word) => !(left as readonly string[]).includes(word)) as Without<Word, Left>[];
  return {
    usual: words.usual as ListWords<Filter, Without<Sort, Left>>['usual'],
    filters: [...kept(words.filters), ...ACROSS_FILTERS],
    sorts: [...kept(words.sorts), 'cluster'],
  };
}

const RECORD_WORDS = {
  filters: ['q', 'kind', 'namespace', 'outcome'],
  sorts: ['time'],
  usual: { key: 'time', descending: true },
} as const satisfies ListWords<string, string>;

export const ACROSS_WORDS = {
  inbox: across(INBOX_WORDS, ['namespace', 'dismissed']),
  workloads: across(WORKLOAD_WORDS, ['vpa', 'hpa']),
  plan: across(PLAN_WORDS, ['when', 'vpa']),
  approvals: across(APPROVAL_WORDS, []),
  record: across(RECORD_WORDS, []),
  savings: across(COST_WORDS, ['by']),
} as const;

/** A row of a list over clusters. */
export interface AcrossRow<Row> {
  cluster: string;
  /** What of the group asked for it is in: a cluster, or the value of a label; empty without that label. */
  group?: string;
  row: Row;
}

/** What there is to say of a cluster besides its rows. */
export interface AcrossMember {
  name: string;
  /** Why there is no newer answer, and when it last answered, in Unix milliseconds; absent if never. */
  fault?: MemberFault;
  seenMs?: number;
  /** It has not answered yet. */
  isAsked?: true;
  /** It answers, and tells nothing for this list: the part of Plumbline that makes it does not run in that process. */
  lacks?: true;
  /** Rows that it did not send: only the first come here. */
  left?: number;
  /** Why it tells of no rules, in a list of them; and how many of those it sent are none. */
  without?: WithoutRules;
  odd?: number;
  /** By how much its clock is ahead of the hub's, in milliseconds. */
  aheadMs?: number;
}

/** GET /api/clusters/LIST?…&cluster=&label=KEY=VALUE&group=cluster|KEY&sort=&order=&page= */
export interface AcrossView<Row> extends ListView<AcrossRow<Row>> {
  /** Those of which there is something to say. */
  members: AcrossMember[];
  /** How many clusters there are, and of how many there are rows. */
  clusters: number;
  told: number;
  /** By what it may be grouped: the keys of the labels. */
  labels: string[];
  tallies: { cluster: Counts; label: Counts; namespace: Counts };
}

type With<Row, Tallies> = AcrossView<Row> & { tallies: Tallies };

/** Lines of all clusters in one order, each of one cluster. */
export type InboxAcross = With<InboxLine, { urgency: Counts<Urgency>; code: Counts<InboxCode> }>;
export type WorkloadsAcross = With<
  WorkloadRow,
  { mode: Counts; recommender: Counts; policy: Counts; state: Counts<Standing> }
>;
export type PlanAcross = With<VpaPlanRow, { decision: Counts<Fate>; reason: ReasonCount[] }>;
export type ApprovalsAcross = With<ApprovalRow, { direction: Counts<ChangeDirection> }>;
export type RecordAcross = With<AuditEntry, { kind: Counts; outcome: Counts }>;
/** Money is added up only where all clusters that are shown have the same currency. */
export type SavingsAcross = With<
  CostRow,
  { policy: Counts; mode: Counts; totals: Cost & { workloads: number } }
> & { currency?: string };

/** GET /api/clusters/search?q=&limit=: best matches first. */
export interface SearchAcross {
  /** The words searched for. */
  q: string;
  found: (WorkloadName & { cluster: string })[];
  /** How many match, including those listed. */
  matching: number;
}

/** A workload in one cluster beside the same in others. */
export interface WorkloadInCluster {
  cluster: string;
  labels: Readonly<Record<string, string>>;
  workload: WorkloadRow;
  /** Absent where no costs are known of it. */
  cost?: Cost;
  currency?: string;
}

/** GET /api/clusters/compare?namespace=&kind=&name=: by the name of the workload that VPAs target. */
export interface CompareView {
  namespace: string;
  kind: string;
  name: string;
  rows: WorkloadInCluster[];
  /** Clusters that told of their workloads, and have none of this name among those they sent. */
  without: string[];
  members: AcrossMember[];
  clusters: number;
  told: number;
}
