import type { Asked, ChangesAs } from '../access';
import type { LabelOfNodes } from '../cluster/nodes-by-label';
import type { PackingEstimate } from '../estimators/nodes/packing';
import type { CalendarView } from '../features/calendar/view';
import type { VerticalScalingPolicy } from '../kube/plumbline-types';
import type { Resource } from '../model/units';
import type { NodeDetail, NodePodView, NodeView, Publishing } from './nodes';
import type { StopsView } from './operations';
import type { UsualPolicy } from '../policy/fields/field';
import type { HeldMode } from '../policy/mode-before-stop';
import type { Problem } from '../problems';
import type { StatusView, WorkloadDetail, WorkloadSummary } from './recommendations';
import type { RecommenderChoiceView } from '../recommender/views/recommender-choice';
import type { Finding, Standing } from './verdict';
import type { HeldBy } from '../scaler/history';
import type { HpaRow, HpaState } from './hpas';
import type { ContainerChange } from './plan-types';
import type { LeaseView, UpdaterState } from './updater';
import type { AwaitedEvent } from '../words/awaited-events';
import type { Decision, Fate } from '../words/decisions';
import type { GitSource } from '../words/git-source';
import type { NeedCode } from '../words/needs';
import type { NodeState } from '../words/nodes';
import type { Reason, ReasonCode } from '../words/reasons';
import type { Urgency, UrgencyCounts } from '../words/urgency';
import type { ClosedPage } from '../pages/closed-pages';
import type { WorkloadCostView } from './costs';

/** What the pages request: plain data, amounts in millicores or bytes, times in Unix milliseconds. */

/** The filters and sorts of a list: the words in the page's address and in the API's query. */
export interface ListWords<Filter extends string, Sort extends string> {
  filters: readonly Filter[];
  sorts: readonly Sort[];
  usual: { key: Sort; descending: boolean };
  /** How many rows people may ask for on a page, the usual number first; absent if they may not choose. */
  sizes?: readonly number[];
}

/** One page of a list. */
export interface ListView<Row> {
  rows: Row[];
  /** How many rows match the filter, on all pages. */
  matching: number;
  /** How many rows there are. */
  all: number;
  /** From 1 on. */
  page: number;
  pages: number;
  /** By filter: what that filter could choose from, given the others. */
  tallies: object;
}

/** How many there are of each value. */
export type Counts<Value extends string = string> = { [value in Value]?: number };

/** The latest time of the cluster clock, for answers that otherwise do not change. */
export const CLOCK_HEADER = 'x-plumbline-now';

/** GET /api/status; the time is in the clock header. */
export interface StatusAnswer extends Omit<StatusView, 'nowMs' | 'problems'> {
  /** How much is broken, waits for a person, and could be better, as last judged. */
  urgencies: UrgencyCounts;
  /** How many problems Plumbline itself has that are broken or wait for a person. */
  problems: number;
  /** How many workloads are broken or wait for a person, as last judged. */
  needy: number;
  /** How many changes wait for a person, as last counted. */
  awaiting: number;
  /** Where links to Grafana lead, with names to fill in; absent if nowhere. */
  grafana?: string | undefined;
  /** Roles whose passes are overdue. */
  overdue: string[];
  /** The version of Plumbline. */
  version: string;
  /** The user; absent if a proxy should name one and does not. */
  user?: string | undefined;
  /** Whether people sign in and out here. */
  hasSession: boolean;
  /** Whether people differ in what they may change, so that pages ask before they offer it. */
  asksRights: boolean;
  /** In how many namespaces the cluster has said what the person may read, while it is still asked. */
  rightsAsked?: Asked;
  /** Pages that the person may not open. */
  closedPages: readonly ClosedPage[];
  /** Whether people who come the first time are offered a tour. */
  offersTour: boolean;
  /** The stops in force; absent before the first connection. Every page shows them, so they come along. */
  stops?: StopsView | undefined;
  /** What prevents the first pass, one of each kind, most severe first; empty after the first pass. */
  blocking: readonly (Pick<Problem, 'code' | 'message' | 'remedy'> & { sentence: string })[];
}

/** GET /api/rights?to=DEED/NAMESPACE/NAME&to=…: what lacks to do these, in words; none for what the person may do. */
export interface RightsView {
  lacks: Record<string, string>;
}

/** GET and POST /api/session: who the person is, as the cluster or the proxy says. */
export interface SessionView {
  user: string | undefined;
  groups: string[];
  /** As whom the cluster sees their changes. */
  changesAs: ChangesAs;
}

/** The page to open after signing out: the login page, or where the identity provider signs people out. */
export interface SignedOutView {
  next: string;
}

export const WORKLOAD_WORDS = {
  filters: ['q', 'namespace', 'mode', 'recommender', 'policy', 'state', 'vpa'],
  sorts: ['risk', 'workload', 'mode', 'recommender', 'cpu', 'memory', 'waste', 'confidence'],
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

/** GET /api/nodes/labels */
export interface NodeLabelsView {
  /** With how many values each has; first those that make groups. */
  labels: readonly LabelOfNodes[];
}

/**
 * GET /api/workloads?q=&namespace=&mode=&recommender=&policy=&state=&vpa=without|all&sort=&order=&page=; only workloads
 * with a VPA unless `vpa` says otherwise.
 */
export interface WorkloadsView extends ListView<WorkloadRow> {
  tallies: { mode: Counts; recommender: Counts; policy: Counts; state: Counts<Standing> };
  /** Over all workloads, whatever the filter. */
  overview: { cpu: RequestTotals; memory: RequestTotals; standings: Record<Standing, number> };
  /** How many workloads there are with a VPA and without one. */
  coverage: { with: number; without: number };
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

/** A workload's names. */
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

export const PLAN_WORDS = {
  filters: ['q', 'namespace', 'vpa', 'decision', 'reason', 'when'],
  sorts: ['acts', 'when', 'name', 'namespace', 'pods'],
  usual: { key: 'acts', descending: false },
} as const satisfies ListWords<string, string>;

/** Pods of one VPA that share decision and reasons, so that a hundred equal ones are one line. */
export interface PodGroup {
  key: string;
  decision: Decision;
  count: number;
  /** Of the first of the pods, like `changes` and `awaits`. */
  reasons: Reason[];
  changes: readonly ContainerChange[];
  awaits: readonly AwaitedEvent[];
  /** The earliest time any of them may go. */
  notBeforeMs?: number;
  /** The names of the first pods: all of a group named in `open` as far as there is room, else one. */
  pods: { name: string; uid: string; reasons: Reason[] }[];
}

/** One VPA's part of the plan. */
export interface VpaPlanRow {
  namespace: string;
  name: string;
  updateMode: string;
  /** The mode that a stop holds back, if one has set this to Off. */
  heldMode?: HeldMode;
  target: { kind: string; name: string };
  /** Pods that match the filter. */
  pods: number;
  groups: PodGroup[];
}

/** The plan over time: what is done now, what may go from which time on, what awaits an event. */
export interface Horizon {
  now: { evict: number; resize: number };
  /** Pods that wait for a time, by their place on the axis: 0 is now, 1 its end. */
  bars: {
    at: number;
    width: number;
    pods: number;
    fromMs: number;
    /** The first few, by namespace and name. */
    vpas: string[];
    /** How many more VPAs there are. */
    moreVpas: number;
    /** The time range as the filter `when` takes it. */
    when: string;
  }[];
  ticks: { at: number; afterMs: number }[];
  events: { event: AwaitedEvent; pods: number }[];
  /** Pods that wait for a time. */
  timed: number;
}

/** How many pods have a reason, and under which decisions. */
export interface ReasonCount {
  code: ReasonCode;
  pods: number;
  by: Record<Decision, number>;
}

/**
 * GET /api/plan?q=&namespace=&vpa=&decision=&reason=&when=&sort=&order=&page=&open=; `open` lists, separated
 * by commas, the groups whose pods should be named, each as `NAMESPACE/VPA KEY`.
 */
export interface PlanView extends ListView<VpaPlanRow> {
  /** When the plan was made. */
  atMs: number;
  updater: UpdaterState;
  lease: LeaseView;
  tallies: { decision: Counts<Fate>; reason: ReasonCount[]; when: Horizon };
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

export const HPA_WORDS = {
  filters: ['q', 'namespace', 'target', 'state', 'held', 'claim', 'differs'],
  sorts: ['state', 'name', 'namespace', 'replicas', 'change'],
  usual: { key: 'state', descending: false },
} as const satisfies ListWords<string, string>;

/**
 * GET /api/hpas?q=&namespace=&target=KIND/NAME&state=&held=&claim=&differs=true&sort=&order=&page=; `change` sorts by
 * how far the wanted replicas are from the present ones.
 */
export interface HpasView extends ListView<HpaRow> {
  tallies: {
    namespace: Counts;
    state: Counts<HpaState>;
    held: Counts<HeldBy>;
    claim: Counts;
    differs: Counts;
  };
}

export const PROBLEM_WORDS = {
  filters: ['q', 'urgency', 'problem', 'namespace'],
  sorts: ['seen', 'since', 'object'],
  usual: { key: 'seen', descending: true },
} as const satisfies ListWords<string, string>;

/** One reason why a workload needs attention. */
export interface Need {
  code: NeedCode;
  detail: string;
  remedy: string;
  /** What it is about; absent if it is about all of the pods. */
  container?: string;
  resource?: Resource;
  /** When it began, as the cluster or the record says. */
  sinceMs?: number;
  /** When it was last seen, as the cluster says. */
  lastMs?: number;
  /** When it was first seen, if nothing says when it began; absent if it may have been so for long by then. */
  firstSeenMs?: number;
}

/** A workload that needs attention, by the name of its VPA, with all its needs; most severe first. */
export interface NeedyWorkload {
  namespace: string;
  name: string;
  needs: Need[];
  /** Larger for more, if its summary is known: `dangerOf`. */
  danger?: number;
}

/** GET /api/workloads/NAMESPACE/NAME */
export interface WorkloadAnswer extends WorkloadDetail {
  /** What keeps its target, or its VPA, as Git states it; absent if nothing does. */
  git?: GitSources;
  /** Whether its VPA earns its update mode step by step. */
  graduates?: boolean;
  needs: Need[];
  /** Who made its current policy, if known. */
  policyAuthor?: string;
  /** What the HPAs of its target leave to it, in a sentence; absent without one. */
  besideHpas?: string;
  /** When its pods may be evicted or resized. */
  calendar?: CalendarView;
  /** What its live pods cost; absent if another program recommends for it. */
  cost?: WorkloadCostView;
}

/** What keeps a workload and its VPA as Git states them. */
export interface GitSources {
  workload?: GitSource;
  vpa?: GitSource;
}

/** What a policy leaves out, its selector as text. */
export interface ExclusionView {
  namespaces: string[];
  names: string[];
  selector: string;
}

/** GET /api/policy-drafts?of=NAME: what the form of a policy begins with. */
export interface PolicyDraftView {
  usual: UsualPolicy;
  recommender: RecommenderChoiceView;
  /** When pods of its VPAs may change. */
  calendar: CalendarView;
  /** The parts that people write, as YAML; empty if there is none. */
  written: { calendar: string; approvals: string; graduation: string };
  spec: VerticalScalingPolicy['spec'];
  generation?: number;
  /** Its selectors as text; namespaces that are selected by name apart. */
  selection: {
    namespaces: string[];
    namespaceSelector: string;
    workloadSelector: string;
    exclude: ExclusionView[];
  };
  /** Its spec as YAML; empty for a new one. */
  yaml: string;
}

/** What is wrong with Plumbline itself, or with a workload. */
type ProblemRow = { own: Problem } | { workload: NeedyWorkload; urgency: Urgency };

/**
 * GET /api/problems?q=&urgency=broken|waits|better&problem=&namespace=&sort=&order=&page=; the most urgent first,
 * problems of one kind together, those of Plumbline itself before workloads.
 */
export interface ProblemsView extends ListView<ProblemRow> {
  tallies: { problem: Counts; namespace: Counts };
  /** How many there are of each urgency, of Plumbline itself and of workloads, whatever the filter. */
  parts: Record<Urgency, { own: number; workloads: number }>;
  /** Changes that wait for approval, which are a list of their own; they count as waiting. */
  awaiting: number;
}
