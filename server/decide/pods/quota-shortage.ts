import type { Resource } from '../../objects/units';
import type { QuotaLeft } from './quota-left';

/** What a quota lacks for a workload to have more, in millicores or bytes. */
export interface QuotaShortage {
  readonly quota: string;
  readonly of: QuotaLeft['of'];
  readonly by: number;
}

/** What each pod of a workload has of a resource, and would have; limits only if they change. */
export interface PodGrowth {
  readonly pods: number;
  /** Whether pods are replaced: while one ends, its successor counts too. */
  readonly replaces: boolean;
  readonly requests: { readonly from: number; readonly to: number };
  readonly limits?: { readonly from: number; readonly to: number };
}

/** The quota that lacks most for all pods to grow; undefined if all have room. */
export function quotaShortage(
  left: readonly QuotaLeft[],
  resource: Resource,
  growth: PodGrowth,
): QuotaShortage | undefined {
  let most: QuotaShortage | undefined;
  for (const { quota, of, resource: counted, free } of left) {
    if (counted !== resource) continue;
    const by = takenBy(growth, of) - free;
    if (by > (most?.by ?? 0)) most = { quota, of, by };
  }
  return most;
}

/** Nothing if they do not grow, however full a quota is. */
function takenBy(growth: PodGrowth, of: QuotaLeft['of']): number {
  const { from, to } = growth[of] ?? { from: 0, to: 0 };
  if (to <= from) return Number.NEGATIVE_INFINITY;
  return growth.pods * (to - from) + (growth.replaces ? from : 0);
}
