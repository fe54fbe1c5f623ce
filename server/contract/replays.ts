import type { ReplayState } from '../store/replays/replay-store';
import type { FigureName, FigureSummary } from './figures';
import type { ListView, ListWords } from './lists';
import type { REPLAY_DAYS } from './replay-limits';
import type { ReplayRequest, SuggestLimits, VariantRequest } from './requests/replay-schema';

export { REPLAY_STATES, type ReplayState } from '../store/replays/replay-store';

/** What the pages show of replays: plain data, times in Unix milliseconds of the cluster. */

export { MOST_VARIANTS, MOST_WORKLOADS, REPLAY_DAYS, USUAL_LIMITS } from './replay-limits';
export type { ReplayRequest, SuggestLimits, VariantRequest };
export type ReplayDays = (typeof REPLAY_DAYS)[number];

/** A replay in the list. */
export interface ReplayRow {
  id: string;
  state: ReplayState;
  who: string;
  request: ReplayRequest;
  startedMs: number;
  endedMs?: number;
  done: number;
  total: number;
  failure?: { message: string; isTooLittle: boolean };
}

export const REPLAY_WORDS = {
  filters: ['q', 'namespace', 'state'],
  sorts: ['started', 'what', 'state', 'days'],
  usual: { key: 'started', descending: true },
} as const satisfies ListWords<string, string>;

/** GET /api/replays?q=&namespace=&state=&sort=&order=&page= */
export interface ReplaysView extends ListView<ReplayRow> {
  tallies: { state: Partial<Record<ReplayState, number>>; namespace: Record<string, number> };
  /** Whether the database does not answer, so that results last as long as this process. */
  isInMemory: boolean;
}

export interface VariantOutcome {
  name: string;
  summary: Partial<Record<FigureName, FigureSummary>>;
}

/** A workload that could not be replayed, and why. */
export interface LeftOut {
  workload: string;
  why: string;
}

export interface ReplayOutcome {
  /** What counts in the figures; the time before only teaches. */
  fromMs: number;
  toMs: number;
  learnedFromMs: number;
  /** The longest steps of any workload. */
  stepMs: number;
  loop: Loop;
  sources: ('store' | 'prometheus')[];
  variants: VariantOutcome[];
  /** OOM kills that were seen in this time, of the workloads replayed; absent if nobody knows. */
  reallyKilled?: number;
  /** `NAMESPACE/NAME`; each has figures of its own, and a chart. */
  workloads: string[];
  leftOut: LeftOut[];
  /** What a reader should know before the figures. */
  notes: string[];
  proposal?: SuggestedVariant;
}

/** What a search over a grid found. */
export interface SuggestedVariant {
  limits: SuggestLimits;
  /** The cheapest variant within the limits; absent if none is. */
  variant?: VariantRequest;
  /** Whether the policy as it is keeps the limits. */
  isCurrentWithin: boolean;
  tried: number;
  planned: number;
  /** The policy to copy, as YAML. */
  yaml?: string;
}

/** GET /api/replays/ID */
export interface ReplayView extends ReplayRow {
  outcome?: ReplayOutcome;
  isInMemory: boolean;
}

/** Request and limit of the pods of a workload from a time on, in millicores or bytes; the mean of its pods. */
export interface AmountStep {
  atMs: number;
  request?: number;
  limit?: number;
}

export const CHART_MARKS = ['oom', 'evict', 'resize', 'throttled'] as const;
export type ChartMarkKind = (typeof CHART_MARKS)[number];

/** Something that happened within a step of the chart. */
export interface ChartMark {
  kind: ChartMarkKind;
  atMs: number;
  times: number;
}

export interface ContainerChart {
  name: string;
  /** Mean and maximum over the replicas of what was wanted, one for each step of the chart; null if unknown. */
  cpu: { mean: (number | null)[]; max: (number | null)[] };
  memory: { mean: (number | null)[]; max: (number | null)[] };
}

export interface VariantChart {
  name: string;
  figures: Partial<Record<FigureName, number>>;
  containers: { name: string; cpu: AmountStep[]; memory: AmountStep[] }[];
  marks: ChartMark[];
}

/** GET /api/replays/ID/workloads/NAMESPACE/NAME */
export interface ReplayChartView {
  fromMs: number;
  stepMs: number;
  steps: number;
  /** What counts in the figures, to the end of the last step recorded. */
  countsFromMs: number;
  toMs: number;
  containers: ContainerChart[];
  variants: VariantChart[];
}

/** Open: the recording as it is. Closed: kills, restarts and throttling change what is learned. */
export type Loop = 'open' | 'closed';
