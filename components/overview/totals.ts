import type { Resource } from '@/server/model/units';
import type { WorkloadSummary } from '@/server/recommender/views';
import { meanRequest } from '../workloads/verdict';

/**
 * Requested against recommended over all pods of all workloads where both are known, in millicores or bytes.
 * `requested = kept + over` and `recommended = kept + short`: what is too much in one container does not
 * hide what is missing in another.
 */
export interface Totals {
  requested: number;
  recommended: number;
  kept: number;
  over: number;
  short: number;
  used: number;
  overWorkloads: number;
  shortWorkloads: number;
  /** Containers left out of the sums, since their request or target is not known. */
  leftOut: number;
}

export function totalsOf(workloads: readonly WorkloadSummary[], resource: Resource): Totals {
  const totals: Totals = {
    requested: 0,
    recommended: 0,
    kept: 0,
    over: 0,
    short: 0,
    used: 0,
    overWorkloads: 0,
    shortWorkloads: 0,
    leftOut: 0,
  };
  for (const workload of workloads) {
    let over = 0;
    let short = 0;
    for (const container of workload.containers) {
      const view = container[resource];
      const request = meanRequest(view);
      if (request === undefined || view.target === undefined) {
        totals.leftOut++;
        continue;
      }
      const kept = Math.min(request, view.target) * workload.pods;
      totals.kept += kept;
      over += request * workload.pods - kept;
      short += view.target * workload.pods - kept;
      totals.used += (view.usage?.mean ?? 0) * workload.pods;
    }
    totals.over += over;
    totals.short += short;
    if (over > 0) totals.overWorkloads++;
    if (short > 0) totals.shortWorkloads++;
  }
  totals.requested = totals.kept + totals.over;
  totals.recommended = totals.kept + totals.short;
  return totals;
}

/** One stretch of a bar, as shares of the whole picture's width. */
export interface BarPart {
  kind: 'kept' | 'over' | 'short' | 'used';
  start: number;
  size: number;
}

export interface TotalsPicture {
  requested: BarPart[];
  recommended: BarPart[];
  used: BarPart[];
}

/** The three bars on one shared scale, so that lengths compare. */
export function totalsPicture(totals: Totals): TotalsPicture {
  const widest = Math.max(totals.requested, totals.recommended, totals.used);
  const share = (value: number) => (widest > 0 ? value / widest : 0);
  const kept: BarPart = { kind: 'kept', start: 0, size: share(totals.kept) };
  const after = (kind: BarPart['kind'], value: number): BarPart[] =>
    value > 0 ? [kept, { kind, start: share(totals.kept), size: share(value) }] : [kept];
  return {
    requested: after('over', totals.over),
    recommended: after('short', totals.short),
    used: [{ kind: 'used', start: 0, size: share(totals.used) }],
  };
}
