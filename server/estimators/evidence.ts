import type { Resource } from '../model/units';

/**
 * What a recommender saw and weighed, to be drawn: plain data of bounded size, amounts in millicores or bytes,
 * times in Unix ms.
 */
export type EvidenceView =
  | ({ readonly kind: 'windows' } & Readonly<Record<Resource, WindowsView>>)
  | ({ readonly kind: 'models' } & Readonly<Record<Resource, ModelsView>>)
  | ({ readonly kind: 'seasons' } & Readonly<Record<Resource, SeasonView>>)
  | ({ readonly kind: 'experts' } & ExpertsView)
  | RunsView;

/** The newest windows of one resource, oldest first; what came before is in the histogram. */
export interface WindowsView {
  readonly windows: readonly {
    readonly endMs: number;
    readonly mean: number;
    readonly peak: number;
    /** The statistic over all windows up to this one, before the margin. */
    readonly statistic: number;
  }[];
  readonly windowMs: number;
  /** What the statistic is: an average, the peak of some time, or a percentile of load. */
  readonly statistic: 'average' | 'peak' | 'load-percentile' | 'percentile-or-half-peak';
  /** The percentile, 0 to 1, or the length of time, in ms. */
  readonly by?: number;
  /** The highest statistic of the last `holdMs` counts; 0 before the first window. */
  readonly held: number;
  readonly holdMs: number;
}

/** The models of one resource that compete. Costs are in the unit of the amounts, or plain by count. */
export interface ModelsView {
  readonly models: readonly {
    readonly halfLifeMs: number;
    readonly margin: number;
    readonly limit: number;
    readonly cost: number;
    /** The parts of the cost. */
    readonly overrun: number;
    readonly underrun: number;
    readonly changes: number;
  }[];
  /** The index of the model that speaks; −1 before the first window. */
  readonly chosen: number;
  /** When it took over from which model; absent if it has spoken from the start. */
  readonly switched?: { readonly atMs: number; readonly from: number };
  /** What another model, and another limit, costs. */
  readonly prices: { readonly model: number; readonly limit: number };
  readonly measure: 'distance' | 'count';
  readonly costHalfLifeMs: number;
}

/** What an expert looks at, and the share it adds. */
export interface ExpertLook {
  readonly is:
    | { readonly kind: 'percentile'; readonly percentile: number; readonly halfLifeMs: number }
    | { readonly kind: 'same-hour'; readonly hoursAgo: number }
    | { readonly kind: 'highest'; readonly hours: number }
    | { readonly kind: 'as-default' };
  readonly margin: number;
}

/** The experts of CPU, the cheapest first. Amounts and costs are in millicores. */
export interface ExpertsView {
  readonly experts: readonly (ExpertLook & {
    /** Whether usage above the request raises it at once. */
    readonly reacts: boolean;
    /** What it would request now. */
    readonly request: number;
    /** What following it cost on average, and the part for shortage. */
    readonly cost: number;
    readonly shortage: number;
    readonly speaks: boolean;
  })[];
  /** So many compete. */
  readonly count: number;
  /** Since when the one speaks, and which one spoke before; absent while they are too young. */
  readonly since?: { readonly atMs: number; readonly after?: ExpertLook };
  /** The highest usage of the last minutes. */
  readonly highestNow: number;
  /** In times the mean usage, and in hours of it. */
  readonly shortagePrice: number;
  readonly changePrice: number;
  readonly priceHalfLifeMs: number;
  /** In times the target of `default`. */
  readonly ceiling: number;
}

/** One resource by half hours, laid over one another by period. */
export interface SeasonView {
  readonly slotMs: number;
  /** What was tested, and what came of it. */
  readonly tests: readonly {
    readonly periodMs: number;
    readonly verdict: 'found' | 'too-short' | 'flat' | 'weak' | 'drift' | 'no-gain' | 'noise';
    readonly rounds: number;
    /** The autocorrelation, and the least that would do. */
    readonly strength?: number;
    readonly least?: number;
    /** The chance that noise looks like it. */
    readonly chance?: number;
  }[];
  /** The period that counts; absent while there is none. */
  readonly periodMs?: number;
  /** How long one row of `phases` is. */
  readonly phaseMs: number;
  /** Past periods and the one under way, oldest first; null where usage is unknown. */
  readonly phases: readonly { readonly startMs: number; readonly amounts: readonly (number | null)[] }[];
  /** What the coming time needed before, and what is used now; before the margin. */
  readonly coming?: {
    /** In whole half hours. */
    readonly fromMs: number;
    readonly toMs: number;
    readonly horizonMs: number;
    readonly amount: number;
  };
  readonly present?: number;
}

/** The newest runs of batch work, oldest first. */
export interface RunsView {
  readonly kind: 'runs';
  readonly runs: readonly {
    readonly firstMs: number;
    readonly lastMs: number;
    /** The average CPU and the memory peak; absent without samples. */
    readonly cpu?: number;
    readonly memory?: number;
    /** Whether it is over. */
    readonly isWhole: boolean;
    /** Whether it is among those that count. */
    readonly counts: boolean;
  }[];
  /** So many of the newest runs count. */
  readonly most: number;
}
