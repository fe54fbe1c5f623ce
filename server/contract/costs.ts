import type { Cost } from '../decide/pods/money/cost';
import type { Both } from '../decide/pods/money/price';
import type { Counts, ListView, ListWords } from './lists';

export {
  type Cost,
  type CostPart,
  PARTS,
  sizeOf,
} from '../decide/pods/money/cost';
export { type Both, HOURS_PER_MONTH, PLAIN_WEIGHTS } from '../decide/pods/money/price';

export const COST_WORDS = {
  filters: ['q', 'by', 'namespace', 'policy', 'mode'],
  sorts: ['saving', 'growth', 'requests', 'use', 'target', 'name', 'pods'],
  usual: { key: 'saving', descending: true },
} as const satisfies ListWords<string, string>;

/** What a row of the list stands for; workloads if nothing is said. */
export const COST_GROUPS = ['workload', 'namespace', 'policy'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** What the filter `policy` calls the workloads that no policy keeps; no object has this name. */
export const WITHOUT_POLICY = '-';

/** A workload, or all of a namespace or policy that pass the filter. */
export interface CostRow {
  /** Of the VPA, the namespace or the policy; empty for what no policy keeps. */
  name: string;
  /** These of a workload. */
  namespace?: string;
  policy?: string;
  updateMode?: string;
  workloads: number;
  cost: Cost;
}

/**
 * How far what is to free and to add has come: `due` with the next changes, `held` by what the plan names, held by a
 * `quota`, of VPAs whose `mode` changes no running pod, or left since the requests are `near`, within
 * their bounds, or cannot be changed.
 */
export const STAGES = ['due', 'held', 'quota', 'mode', 'near'] as const;
export type Stage = (typeof STAGES)[number];

/** What is to free and to add, by how far it has come; each adds up to all of it. */
export type ByStage = Record<Stage, Record<'saving' | 'growth', Both>>;

/** Pods that a workload wants and the API server refuses; what they would request is in no sum. */
export interface RefusedAmounts extends Both {
  pods: number;
}

/** The saving and growth of a namespace. */
export interface CostShare {
  /** Absent for all namespaces that are not listed. */
  namespace?: string;
  cost: Cost;
}

/** GET /api/costs?by=&q=&namespace=&policy=&mode=&sort=&order=&page=: amounts now, money per hour. */
export interface CostsView extends ListView<CostRow> {
  tallies: { namespace: Counts; policy: Counts; mode: Counts };
  by: CostGroup;
  /** Absent without prices. */
  currency?: string;
  /** Absent until the cluster answers. */
  prices?: PricesView;
  /** Over all workloads that pass the filter; `stages` only where the updater runs too. */
  totals: Cost & { workloads: number; refused: RefusedAmounts; stages?: ByStage };
  /** The namespaces with the largest saving and growth together, then all others. */
  shares: CostShare[];
  /** When the newest sample behind `use` was taken; absent without samples. */
  usedMs?: number;
  /** VPAs that are not counted: another one stands for the workload, or another program recommends. */
  leftOut: { doubles: number; foreign: number };
}

/** The prices in force, on nodes without a price of their own. */
export interface PricesView {
  /** Three letters; absent without prices. */
  currency?: string;
  /** Of a core and of a GiB for an hour; absent where only nodes with labels have a price. */
  cpu?: number;
  memory?: number;
  /** How many entries are for nodes with labels. */
  byLabel: number;
  /** By people in Savings, by the setting PLUMBLINE_PRICES, or not at all: then a list price is assumed. */
  keptIn: 'cluster' | 'setting' | 'assumed';
  /** Which list price. */
  assumedFrom?: string;
  /** Where those of people are kept, in words. */
  place: string;
  /** Why what is kept there does not count. */
  fault?: string;
}

/** A workload's cost, on its page. */
export interface WorkloadCostView {
  cost: Cost;
  currency?: string;
}

/** One step of the line of what was saved: per hour, at its end. */
export interface RealisedStep {
  atMs: number;
  saved: Both;
  grown: Both;
  /** Containers of which requests are known then; the sums are over these. */
  known: number;
}

/**
 * What became of requests since a date, at today's number of pods and prices. Amounts in millicores and bytes, money
 * per hour.
 */
export interface Realised {
  sinceMs: number;
  /** When the history was read. */
  atMs: number;
  /** Against the requests at the date; each container and resource by itself. */
  saved: Both;
  grown: Both;
  /** Absent without prices. */
  money?: { saved: Both; grown: Both };
  /** Containers compared; those whose request at the date or now is not known. */
  compared: number;
  notKnown: number;
  /** Of those compared, without pods or on nodes without a price today. */
  notPriced: number;
  /** The first time since shortly before the date at which any request is known; absent if none is. */
  firstMs?: number;
  /** In money if there are prices, else in amounts. A step of which nothing is known is missing. */
  steps: RealisedStep[];
  /** Where the first step begins, and how long each is. */
  fromMs: number;
  stepMs: number;
}

/** GET /api/costs/realised?since=YYYY-MM-DD&namespace=&policy= */
export type RealisedAnswer = { currency?: string } & (
  | { state: 'reading'; done: number; of: number }
  | { state: 'read'; realised: Realised }
  /** The store does not answer, so that nothing is known. */
  | { state: 'away' }
);
