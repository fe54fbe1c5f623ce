import type { VisibleNamespaces } from '../../access';
import type { ApprovalRow } from '../../contract/approvals';
import type { InboxItem, NeedyWorkload } from '../../contract/inbox';
import { type Problem, vpaOfProblem } from '../../problems';
import { inSlices, type Sliced } from '../../slices';
import { sorting } from '../../sorting';
import type { InboxCode } from '../../words/inbox';
import { isOfWorkload } from '../../words/needs';
import type { UrgencyCounts } from '../../words/urgency';
import { ByReach } from '../by-reach';
import { Sheet } from '../sheet';
import { type HeldStop, itemOfApproval, itemOfProblem, itemOfStop, itemsOfWorkload } from './items';
import { compareRanked, type RankedItem } from './ranked';

/** Everything the inbox is made of, at one time. */
export interface InboxFacts {
  readonly problems: readonly Problem[];
  /** By namespace and name. */
  readonly workloads: ReadonlyMap<string, NeedyWorkload>;
  readonly approvals: Iterable<ApprovalRow>;
  /** Those that are in force for long. */
  readonly stops: readonly HeldStop[];
}

/** How many items there are. */
export interface InboxCounts {
  readonly urgencies: UrgencyCounts;
  readonly codes: ReadonlyMap<InboxCode, number>;
}

/** The inbox of one revision. */
export interface InboxNow {
  /** In their order. */
  readonly sheet: Sheet<RankedItem>;
  /** In their order, by the namespace and the name of the VPA. */
  readonly byVpa: ReadonlyMap<string, readonly InboxItem[]>;
  readonly within: ByReach<InboxCounts>;
}

/** What a workload could do better is told only while nothing is wrong with it. */
export function* inboxOf(facts: InboxFacts, former: Sheet<RankedItem> | undefined): Sliced<InboxNow> {
  const ranked = yield* sorting(yield* gathered(facts), compareRanked);
  const byVpa = new Map<string, InboxItem[]>();
  for (const { item } of ranked) {
    if (item.vpa === undefined) continue;
    const key = `${item.namespace}/${item.vpa}`;
    const known = byVpa.get(key);
    if (known) known.push(item);
    else byVpa.set(key, [item]);
    yield;
  }
  return {
    sheet: new Sheet(ranked, former),
    byVpa,
    within: new ByReach((reach) => inSlices(counting(ranked, reach))),
  };
}

function* gathered({ problems, workloads, approvals, stops }: InboxFacts): Sliced<RankedItem[]> {
  const ranked = stops.map(itemOfStop);
  const blamed = new Set<string>();
  for (const problem of problems) {
    const vpa = vpaOfProblem(problem);
    const key = vpa && `${vpa.namespace}/${vpa.name}`;
    if (key !== undefined && isOfWorkload(problem.code)) blamed.add(key);
    ranked.push(itemOfProblem(problem, key === undefined ? 0 : workloads.get(key)?.danger));
    yield;
  }
  for (const [key, workload] of workloads) {
    for (const one of itemsOfWorkload(workload))
      if (one.item.urgency !== 'better' || !blamed.has(key)) ranked.push(one);
    yield;
  }
  for (const row of approvals) {
    ranked.push(itemOfApproval(row));
    yield;
  }
  return ranked;
}

function* counting(ranked: readonly RankedItem[], reach: VisibleNamespaces): Sliced<InboxCounts> {
  const urgencies = { broken: 0, waits: 0, better: 0 };
  const codes = new Map<InboxCode, number>();
  for (const { item } of ranked) {
    if (reach.covers(item.namespace)) {
      urgencies[item.urgency]++;
      codes.set(item.code, (codes.get(item.code) ?? 0) + 1);
    }
    yield;
  }
  return { urgencies, codes };
}
