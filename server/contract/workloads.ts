import type { FeatureViews } from '../decide/features/opting-in';
import type { Resource } from '../objects/units';
import type { GitSource } from '../words/git-source';
import type { WorkloadCostView } from './costs';
import type { HpaRow } from './hpas';
import type { InboxItem } from './inbox';
import type { Counts, ListView, ListWords } from './lists';
import type { WorkloadDetail, WorkloadSummary } from './recommendations';
import type { Finding, Standing } from './verdict';

export type { HeldMode } from '../decide/pods/mode-before-stop';

export const WORKLOAD_WORDS = {
  filters: ['q', 'namespace', 'mode', 'recommender', 'policy', 'state', 'vpa', 'hpa'],
  sorts: ['risk', 'workload', 'mode', 'recommender', 'cpu', 'memory', 'waste', 'confidence', 'hpa'],
  usual: { key: 'risk', descending: false },
  sizes: [25, 100, 500],
} as const satisfies ListWords<string, string>;

/** A workload in the list. */
export interface WorkloadRow extends Omit<WorkloadSummary, 'conditions' | 'createdMs' | 'nodeGroups'> {
  /** How many groups of nodes it tells apart; absent if none. */
  groups?: number;
  standing: Standing;
  /** What endangers it, most severe first, the first few; empty if nothing does. */
  findings: Finding[];
  /** What all its pods together reserve above the target. */
  waste: Record<Resource, number>;
  /** The HPAs that scale it, if they were asked for; absent without any. */
  hpas?: readonly HpaRow[];
}

/**
 * Requested against recommended over all pods that VPAs have on nodes now, in millicores or bytes: the sums of
 * costs. A pod of several VPAs counts once. `requested = kept + over` and `recommended = kept + short`: an excess in
 * one container does not hide a shortage in another.
 */
export interface RequestTotals {
  requested: number;
  recommended: number;
  kept: number;
  over: number;
  short: number;
  used: number;
  /** When the newest sample behind `used` was taken; absent without samples. */
  usedMs?: number;
  overWorkloads: number;
  shortWorkloads: number;
  /** Containers without a request, whose whole target is short; without a target, or a sample. */
  missing: { request: number; target: number; use: number };
  /** Pods without a node, and VPAs of other recommenders or that cannot be read: the sums leave them out. */
  leftOut: { waiting: number; vpas: number };
}

/**
 * GET /api/workloads?q=&namespace=&mode=&recommender=&policy=&state=&vpa=without|all&hpa=&hpas=true&sort=&order=&page=; only
 * workloads with a VPA unless `vpa` says otherwise. `hpa` is any, none, differs, or words of an HPA's state, of what limits it
 * and of who scales, with commas between them. `hpas=true` adds the HPAs to the rows; the filter and the sort by them do too.
 */
export interface WorkloadsView extends ListView<WorkloadRow> {
  tallies: { mode: Counts; recommender: Counts; policy: Counts; state: Counts<Standing> };
  /** Over all workloads, whatever the filter. */
  overview: { cpu: RequestTotals; memory: RequestTotals; standings: Record<Standing, number> };
  /** How many workloads there are with a VPA and without one. */
  coverage: { with: number; without: number };
  /** Whether there is any HPA; among those that the person may read, if the list is about them. */
  hasHpas: boolean;
  /** With the filter `hpa`: HPAs that answer it and scale nothing that this list has, the first few. */
  otherHpas?: { first: readonly Pick<HpaRow, 'namespace' | 'name'>[]; all: number };
}

/** A workload as it is chosen among others. */
export type WorkloadChoice = Pick<
  WorkloadRow,
  'namespace' | 'name' | 'target' | 'updateMode' | 'heldMode' | 'hasNoVpa'
>;

/** The name of a row of the list of workloads: that of its VPA, or of the workload that has none. */
export function workloadKey({
  namespace,
  name,
  target,
  hasNoVpa,
}: Pick<WorkloadRow, 'namespace' | 'name' | 'target' | 'hasNoVpa'>): string {
  return hasNoVpa ? `${namespace}/${target.kind}/${name}` : `${namespace}/${name}`;
}

/** GET /api/workloads/matching, with the query of the list: the first of all that match. */
export interface MatchingWorkloads {
  rows: WorkloadChoice[];
  matching: number;
}

export interface WorkloadName {
  namespace: string;
  /** Name of the VPA. */
  name: string;
  target: { kind: string; name: string };
}

/** GET /api/workloads/search?q=&namespace=&limit=: best matches first. */
export interface SearchView {
  /** The words searched for. */
  q: string;
  found: WorkloadName[];
  /** How many match, including those listed. */
  matching: number;
}

/** GET /api/namespaces: those that have VPAs, sorted, with how many, and how many of these are in mode Off. */
export interface NamespacesView {
  /** Whether these are all there are, not only those within reach. */
  isWhole: boolean;
  namespaces: { name: string; vpas: number; off: number }[];
  /** Those that have workloads, but none with a VPA. */
  withoutVpas: string[];
}

/** GET /api/workloads/NAMESPACE/NAME */
export interface WorkloadAnswer extends WorkloadDetail, Partial<FeatureViews> {
  /** What keeps its target, or its VPA, as Git states it; absent if nothing does. */
  git?: GitSources;
  inbox: readonly InboxItem[];
  /** Who made its current policy, if known. */
  policyAuthor?: string;
  /** What its live pods cost; absent if another program recommends for it. */
  cost?: WorkloadCostView;
}

/** What keeps a workload and its VPA as Git states them. */
export interface GitSources {
  workload?: GitSource;
  vpa?: GitSource;
}
