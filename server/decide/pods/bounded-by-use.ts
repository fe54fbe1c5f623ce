import type { Amounts } from '../../objects/units';
import { type CompiledVpa, policyFor } from './compiled-vpa';
import { keepsLimit } from './container-policy';
import type { NamespaceLimits } from './limit-bounds';
import { type ContainerAmounts, withAmount } from './proportions';
import type { ContainerRecommendation, Recommendation } from './recommendation';

/** As shares of what was seen: nearer than that no request is a reason for a change. */
const BOUNDS = { below: 0.25, above: 0.3 };

/** The same without what was seen of CPU, as what is recommended is not what is requested. */
export function withoutSeenCpu(own: ContainerRecommendation): ContainerRecommendation {
  if (own.seenCpu === undefined) return own;
  const { seenCpu: _seen, ...others } = own;
  return others;
}

/**
 * With no CPU below what containers were seen to use where request and limit are one: a percentile of usage would
 * become the most that they may use. Where a limit stays, or is above the request, the request needs none of it.
 * @param containers as the pod states them
 */
export function withSeenCpu<R extends Recommendation | undefined>(
  recommendation: R,
  containers: readonly ContainerAmounts[],
  vpa: Pick<CompiledVpa, 'policies'>,
): R | Recommendation {
  if (!recommendation) return recommendation;
  let next: Map<string, ContainerRecommendation> | undefined;
  for (const container of containers) {
    const own = recommendation.get(container.name);
    if (!own?.seenCpu || !isOne(container) || keepsLimit(policyFor(vpa, container.name), 'cpu')) continue;
    const { cpu } = own.target;
    const seen = Math.min(own.seenCpu, own.heldCpu ?? Number.POSITIVE_INFINITY);
    if (cpu === undefined || cpu >= seen) continue;
    next ??= new Map(recommendation);
    next.set(container.name, raised(own, seen));
  }
  return next ?? recommendation;
}

function raised(own: ContainerRecommendation, seen: number): ContainerRecommendation {
  const atLeast = (amounts: Amounts, least: number) =>
    withAmount(amounts, 'cpu', Math.max(amounts.cpu ?? 0, least));
  return {
    ...own,
    target: atLeast(own.target, seen),
    lowerBound: atLeast(own.lowerBound, seen * (1 - BOUNDS.below)),
    upperBound: atLeast(own.upperBound, seen * (1 + BOUNDS.above)),
    ...(own.uncappedTarget && { uncappedTarget: atLeast(own.uncappedTarget, seen) }),
  };
}

/** Whether a container requests as much CPU as its limit is; one that states a limit alone does. */
export function isOne({ requests, limits }: Pick<ContainerAmounts, 'requests' | 'limits'>): boolean {
  return Boolean(limits.cpu) && (!requests.cpu || requests.cpu === limits.cpu);
}

/**
 * The CPU limit beside a request that falls: no lower than what was seen to be used, as far as it was no lower before
 * and the namespace allows it.
 * @param limit in proportion to the request, in millicores
 */
export function limitAboveSeenCpu(
  limit: number,
  request: number,
  container: ContainerAmounts,
  seen: number | undefined,
  { container: range, pod }: NamespaceLimits,
): number {
  const stated = container.limits.cpu ?? 0;
  if (seen === undefined || isOne(container) || pod?.max?.cpu || limit >= Math.min(seen, stated))
    return limit;
  const most = Math.min(range?.max?.cpu || Infinity, request * (range?.maxRatio?.cpu || Infinity));
  return Math.max(limit, Math.min(seen, stated, most));
}
