import type { PodPlan, VpaPlan } from '@/server/updater/plan/plan-types';
import type { ReasonCode } from '@/server/words/reasons';
import { listParams } from '../lists/list-params';
import { wordsMatch } from '../lists/words-match';
import { decisionCounts, ORDER } from './groups';
import { waitsFor } from './horizon';

const FILTERS = ['q', 'namespace', 'vpa', 'decision', 'reason', 'when'] as const;
export type PlanFilter = Record<(typeof FILTERS)[number], string>;

export const PLAN_SORTS = {
  acts: 'What acts first',
  when: 'Not before',
  name: 'VPA',
  namespace: 'Namespace',
  pods: 'Number of pods',
} as const;
export type PlanSort = keyof typeof PLAN_SORTS;

/** The words of the plan in the address bar. */
export const PLAN_LIST = listParams({
  filters: FILTERS,
  sorts: Object.keys(PLAN_SORTS) as PlanSort[],
  usual: { key: 'acts', descending: false },
});

/** VPAs with only the pods the filter lets through; one without pods shows only while no filter asks about pods. */
export function filterPlan(vpas: readonly VpaPlan[], filter: PlanFilter): VpaPlan[] {
  const matches = wordsMatch(filter.q);
  const asksForPods = Boolean(filter.decision || filter.reason || filter.when);
  const waits = waitsFor(filter.when);
  return vpas
    .filter((vpa) => !filter.namespace || vpa.namespace === filter.namespace)
    .filter((vpa) => !filter.vpa || vpa.name === filter.vpa)
    .flatMap((vpa) => {
      const heading = `${vpa.namespace}/${vpa.name} ${vpa.target.kind} ${vpa.target.name}`;
      const isNamed = matches(heading);
      const pods = vpa.pods.filter(
        (pod) =>
          (!filter.decision || pod.decision === filter.decision) &&
          (!filter.reason || pod.reasons.some((reason) => reason.code === filter.reason)) &&
          (!filter.when || waits(pod)) &&
          (isNamed || matches(`${heading} ${pod.name}`)),
      );
      return pods.length > 0 || (isNamed && !asksForPods) ? [{ ...vpa, pods }] : [];
    });
}

function earliest(pods: readonly PodPlan[]): number {
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...pods.map((pod) => pod.notBeforeMs ?? Number.POSITIVE_INFINITY),
  );
}

const RANKS: Record<PlanSort, (a: VpaPlan, b: VpaPlan) => number> = {
  acts: (a, b) => rankOf(a) - rankOf(b),
  when: (a, b) => compare(earliest(a.pods), earliest(b.pods)),
  name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  namespace: (a, b) => a.namespace.localeCompare(b.namespace, 'en', { numeric: true }),
  pods: (a, b) => a.pods.length - b.pods.length,
};

function rankOf({ pods }: VpaPlan): number {
  return Math.min(ORDER.length, ...pods.map((pod) => ORDER.indexOf(pod.decision)));
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** VPAs that compare alike stand by namespace and name. */
export function sortPlan(vpas: readonly VpaPlan[], sort: { key: PlanSort; descending: boolean }): VpaPlan[] {
  const rank = RANKS[sort.key];
  const turn = sort.descending ? -1 : 1;
  return [...vpas].sort(
    (a, b) => turn * rank(a, b) || `${a.namespace}/${a.name}`.localeCompare(`${b.namespace}/${b.name}`),
  );
}

/** The reasons that stand in a plan, with how many pods give them under each decision: those of pods to change first. */
export function reasonCounts(vpas: readonly VpaPlan[]) {
  const giving = new Map<ReasonCode, PodPlan[]>();
  for (const pod of vpas.flatMap((vpa) => vpa.pods))
    for (const code of new Set(pod.reasons.map((reason) => reason.code))) {
      const pods = giving.get(code);
      if (pods) pods.push(pod);
      else giving.set(code, [pod]);
    }
  return [...giving]
    .map(([code, pods]) => ({ code, pods: pods.length, by: decisionCounts(pods) }))
    .sort((a, b) => b.pods - b.by.leave - (a.pods - a.by.leave) || b.pods - a.pods);
}
