import type { VisibleNamespaces } from '../../access';
import type { ApprovalRow } from '../../contract/approvals';
import type { Dismissal, InboxItem, NeedyWorkload } from '../../contract/inbox';
import { type Problem, vpaOfProblem } from '../../kube/problems';
import { MadeOnce } from '../../lib/memo/made-once';
import { ofKey } from '../../lib/memo/of-key';
import { inSlices, type Sliced } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import type { InboxCode } from '../../words/inbox';
import { isOfWorkload } from '../../words/needs';
import type { UrgencyCounts } from '../../words/urgency';
import { Sheet } from '../sheet';
import type { FactsOfProblem } from './facts-of-problem';
import { itemOfApproval, itemOfProblem, itemOfStop, itemsOfWorkload, type StopInForce } from './items';
import { compareRanked, type RankedItem } from './ranked';

/** Everything the inbox is made of, at one time. */
export interface InboxFacts {
  readonly problems: readonly Problem[];
  /** By namespace and name. */
  readonly workloads: ReadonlyMap<string, NeedyWorkload>;
  readonly approvals: Iterable<ApprovalRow>;
  /** Those that are in force for long. */
  readonly stops: readonly StopInForce[];
  factsOf?(problem: Problem): FactsOfProblem;
  /** What holds for an item now; undefined if nobody dismissed it. */
  dismissedAs?(key: string): Dismissal | undefined;
}

export interface InboxCounts {
  /** A workload once, by what is most urgent of it. */
  readonly urgencies: UrgencyCounts;
  readonly codes: ReadonlyMap<InboxCode, number>;
  readonly dismissed: number;
}

/** The inbox of one revision. */
export interface InboxNow {
  /** In their order. */
  readonly sheet: Sheet<RankedItem>;
  /** Those that are dismissed. */
  readonly aside: Sheet<RankedItem>;
  /** Those that are broken or wait for a person, in their order. */
  readonly pressing: readonly InboxItem[];
  /** In their order, by the namespace and the name of the VPA. */
  readonly byVpa: ReadonlyMap<string, readonly InboxItem[]>;
  /** All of them, dismissed or not. */
  readonly byKey: ReadonlyMap<string, InboxItem>;
  readonly within: MadeOnce<VisibleNamespaces, InboxCounts>;
}

/** What a workload could do better is told only while nothing is wrong with it. */
export function* inboxOf(facts: InboxFacts, former?: InboxNow): Sliced<InboxNow> {
  const shown: RankedItem[] = [];
  const aside: RankedItem[] = [];
  const pressing: InboxItem[] = [];
  const byVpa = new Map<string, InboxItem[]>();
  const byKey = new Map<string, InboxItem>();
  for (const ranked of yield* sorting(yield* gathered(facts), compareRanked)) {
    const { item } = ranked;
    byKey.set(item.key, item);
    const dismissed = facts.dismissedAs?.(item.key);
    if (dismissed) aside.push({ ...ranked, item: { ...item, dismissed } });
    else {
      const vpa = item.vpa === undefined ? undefined : `${item.namespace}/${item.vpa}`;
      shown.push(vpa !== undefined && byVpa.has(vpa) ? { ...ranked, isBeside: true } : ranked);
      if (item.urgency !== 'better') pressing.push(item);
      if (vpa !== undefined) addTo(byVpa, vpa, item);
    }
    yield;
  }
  return {
    sheet: new Sheet(shown, former?.sheet),
    aside: new Sheet(aside, former?.aside),
    pressing,
    byVpa,
    byKey,
    within: new MadeOnce({ make: (reach) => inSlices(counting({ shown, aside }, reach)) }),
  };
}

function addTo(byVpa: Map<string, InboxItem[]>, key: string, item: InboxItem): void {
  ofKey(byVpa, key, () => []).push(item);
}

function* gathered({ problems, workloads, approvals, stops, factsOf }: InboxFacts): Sliced<RankedItem[]> {
  const ranked = stops.map(itemOfStop);
  const blamed = new Set<string>();
  const undone = new Set<string>();
  for (const problem of problems) {
    const vpa = vpaOfProblem(problem);
    const key = vpa && `${vpa.namespace}/${vpa.name}`;
    if (key !== undefined && isOfWorkload(problem.code)) blamed.add(key);
    if (key !== undefined && problem.code === 'undone') undone.add(key);
    const danger = key === undefined ? 0 : workloads.get(key)?.danger;
    ranked.push(itemOfProblem(problem, { danger, ...factsOf?.(problem) }));
    yield;
  }
  for (const [key, workload] of workloads) {
    for (const one of itemsOfWorkload(workload, undone.has(key)))
      if (one.item.urgency !== 'better' || !blamed.has(key)) ranked.push(one);
    yield;
  }
  for (const row of approvals) {
    ranked.push(itemOfApproval(row));
    yield;
  }
  return ranked;
}

function* counting(
  { shown, aside }: { shown: readonly RankedItem[]; aside: readonly RankedItem[] },
  reach: VisibleNamespaces,
): Sliced<InboxCounts> {
  const urgencies = { broken: 0, waits: 0, better: 0 };
  const codes = new Map<InboxCode, number>();
  for (const { item, isBeside } of shown) {
    if (reach.covers(item.namespace)) {
      if (!isBeside) urgencies[item.urgency]++;
      codes.set(item.code, (codes.get(item.code) ?? 0) + 1);
    }
    yield;
  }
  const dismissed = aside.filter(({ item }) => reach.covers(item.namespace)).length;
  return { urgencies, codes, dismissed };
}
