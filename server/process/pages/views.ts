import type { Resource } from '../../model/units';
import type { HeldMode } from '../../policy/mode-before-stop';
import type { Problem } from '../../problems';
import type { StatusView, WorkloadDetail, WorkloadSummary } from '../../recommender/views';
import type { Finding, Standing } from '../../recommender/views/verdict';
import type { ContainerChange } from '../../updater/plan/plan-types';
import type { LeaseView, UpdaterState } from '../../updater/views';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Decision, Fate } from '../../words/decisions';
import type { NeedCode } from '../../words/needs';
import type { Reason, ReasonCode } from '../../words/reasons';

/** What the pages ask for: plain data, every amount in millicores or bytes, every time in Unix milliseconds. */

/** What a list can be narrowed down and sorted by: the words of the page's address and of the API's query alike. */
export interface ListWords<Filter extends string, Sort extends string> {
  filters: readonly Filter[];
  sorts: readonly Sort[];
  usual: { key: Sort; descending: boolean };
}

/** One page of a list. */
export interface ListView<Row> {
  rows: Row[];
  /** How many rows pass the filter, on all pages. */
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

/** The newest time of the cluster clock, in answers that change by nothing else as it goes on. */
export const CLOCK_HEADER = 'x-plumbline-now';

/** GET /api/status; the time comes in the clock header. */
export interface StatusAnswer extends Omit<StatusView, 'nowMs' | 'problems'> {
  /** How many there are of Plumbline itself. */
  problems: number;
  /** How many workloads need a person, as last judged. */
  needy: number;
  /** Roles whose passes are overdue. */
  overdue: string[];
  /** What keeps the first pass from being made, one of each kind, gravest first; empty once there was one. */
  blocking: readonly Pick<Problem, 'code' | 'message' | 'remedy'>[];
}

export const WORKLOAD_WORDS = {
  filters: ['q', 'namespace', 'mode', 'state'],
  sorts: ['risk', 'workload', 'mode', 'cpu', 'memory', 'waste', 'confidence'],
  usual: { key: 'risk', descending: false },
} as const satisfies ListWords<string, string>;

/** A workload as its list shows it. */
export interface WorkloadRow extends Omit<WorkloadSummary, 'conditions' | 'createdMs'> {
  standing: Standing;
  /** What endangers it, gravest first, the first few; empty where nothing does. */
  findings: Finding[];
  /** What all its pods together reserve above the target. */
  waste: Record<Resource, number>;
}

/**
 * Requested against recommended over all pods of all workloads where both are known, in millicores or bytes. A CronJob
 * counts with the requests of its template and the pods of one run, whether or not it runs now.
 * `requested = kept + over` and `recommended = kept + short`: what is too much in one container does not
 * hide what is missing in another.
 */
export interface RequestTotals {
  requested: number;
  recommended: number;
  kept: number;
  over: number;
  short: number;
  used: number;
  /** When the newest of the samples behind `used` was taken; absent where there is none. */
  usedMs?: number;
  overWorkloads: number;
  shortWorkloads: number;
  /** Containers left out of the sums: without a request, or without a target to compare it with. */
  leftOut: { noRequest: number; noTarget: number };
}

/** GET /api/workloads?q=&namespace=&mode=&state=&sort=&order=&page= */
export interface WorkloadsView extends ListView<WorkloadRow> {
  tallies: { mode: Counts; state: Counts<Standing> };
  /** Over all workloads, whatever the filter. */
  overview: { cpu: RequestTotals; memory: RequestTotals; standings: Record<Standing, number> };
}

/** A workload as far as its name goes. */
export interface WorkloadName {
  namespace: string;
  /** Name of the VPA. */
  name: string;
  target: { kind: string; name: string };
}

/** GET /api/workloads/search?q=&namespace=&limit=: the best matches first. */
export interface SearchView {
  /** The words that were looked for. */
  q: string;
  found: WorkloadName[];
  /** How many match, those found among them. */
  matching: number;
}

/** GET /api/namespaces: those that have VPAs, in order, with how many. */
export interface NamespacesView {
  namespaces: { name: string; vpas: number }[];
}

export const PLAN_WORDS = {
  filters: ['q', 'namespace', 'vpa', 'decision', 'reason', 'when'],
  sorts: ['acts', 'when', 'name', 'namespace', 'pods'],
  usual: { key: 'acts', descending: false },
} as const satisfies ListWords<string, string>;

/** Pods of one VPA that share decision and reasons, so that a hundred alike are one line. */
export interface PodGroup {
  key: string;
  decision: Decision;
  count: number;
  /** Of the first of the pods, like `changes` and `awaits`. */
  reasons: Reason[];
  changes: readonly ContainerChange[];
  awaits: readonly AwaitedEvent[];
  /** The earliest moment any of them may go on. */
  notBeforeMs?: number;
  /** The first pods by name: all of a group asked for by `open` as far as there is room, else one. */
  pods: { name: string; uid: string; reasons: Reason[] }[];
}

/** One VPA's part of the plan. */
export interface VpaPlanRow {
  namespace: string;
  name: string;
  updateMode: string;
  /** The mode that a stop holds back, where one has set this to Off. */
  heldMode?: HeldMode;
  target: { kind: string; name: string };
  /** Pods that the filter lets through. */
  pods: number;
  groups: PodGroup[];
}

/** What the plan holds over time: what is done now, what may go on from which moment, what awaits an event. */
export interface Horizon {
  now: { evict: number; resize: number };
  /** Pods that wait for a moment, by where on the axis it lies: 0 is now, 1 its end. */
  bars: {
    at: number;
    width: number;
    pods: number;
    fromMs: number;
    /** The first few, by namespace and name. */
    vpas: string[];
    /** How many VPAs there are beyond those named. */
    moreVpas: number;
    /** The stretch of time as the filter `when` takes it. */
    when: string;
  }[];
  ticks: { at: number; afterMs: number }[];
  events: { event: AwaitedEvent; pods: number }[];
  /** Pods that wait for a moment. */
  timed: number;
}

/** How many pods give a reason, and under which decisions. */
export interface ReasonCount {
  code: ReasonCode;
  pods: number;
  by: Record<Decision, number>;
}

/**
 * GET /api/plan?q=&namespace=&vpa=&decision=&reason=&when=&sort=&order=&page=&open=; `open` names, separated by
 * commas, the groups whose pods are wanted by name, each as `NAMESPACE/VPA KEY`.
 */
export interface PlanView extends ListView<VpaPlanRow> {
  /** When the plan was made. */
  atMs: number;
  updater: UpdaterState;
  lease: LeaseView;
  tallies: { decision: Counts<Fate>; reason: ReasonCount[]; when: Horizon };
}

export const PROBLEM_WORDS = {
  filters: ['q', 'problem', 'namespace'],
  sorts: ['seen', 'since', 'object'],
  usual: { key: 'seen', descending: true },
} as const satisfies ListWords<string, string>;

/** One thing about a workload that needs a person. */
export interface Need {
  code: NeedCode;
  detail: string;
  remedy: string;
  /** When it began or was first seen. */
  sinceMs?: number;
}

/** A workload that needs a person, by the name of its VPA, with all it needs; gravest first. */
export interface NeedyWorkload {
  namespace: string;
  name: string;
  needs: Need[];
}

/** GET /api/workloads/NAMESPACE/NAME */
export interface WorkloadAnswer extends WorkloadDetail {
  needs: Need[];
}

/** What is wrong with Plumbline itself, or with a workload. */
type ProblemRow = { own: Problem } | { workload: NeedyWorkload };

/**
 * GET /api/problems?q=&problem=&namespace=&sort=&order=&page=; problems of one kind stand together, those of
 * Plumbline itself before workloads.
 */
export interface ProblemsView extends ListView<ProblemRow> {
  tallies: { problem: Counts; namespace: Counts };
  /** How many there are in each part, whatever the filter. */
  parts: { own: number; workloads: number };
}
