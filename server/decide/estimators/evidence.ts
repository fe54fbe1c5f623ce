/**
 * What a recommender saw and weighed, to be drawn: plain data of bounded size, amounts in millicores or bytes,
 * times in Unix ms.
 */
export type EvidenceView = { readonly kind: 'experts' } & ExpertsView;

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
    readonly request: number;
    /** What following it cost on average, and the part for shortage. */
    readonly cost: number;
    readonly shortage: number;
    readonly speaks: boolean;
  })[];
  /** So many compete. */
  readonly count: number;
  /** Whether some of them raise their request at once: where each change is an eviction, none does. */
  readonly canReact: boolean;
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
