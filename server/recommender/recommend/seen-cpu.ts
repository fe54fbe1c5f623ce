import { highestCpu } from '@/server/decide/estimators/percentile/highest';
import type { ContainerAggregate } from '@/server/model/aggregate';
import { cpuFrom, formatCpu } from '@/server/objects/quantity';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/objects/vpa-types';

/**
 * The recommendation with the most CPU that each container was seen to use, where that is more than its target. Not
 * where starts are boosted: what is used then is no measure of what comes after.
 */
export function withSeenCpu(
  recommendation: RecommendedPodResources | undefined,
  { spec }: Pick<VerticalPodAutoscaler, 'spec'>,
  aggregates: ReadonlyMap<string, ContainerAggregate>,
): RecommendedPodResources | undefined {
  const all = recommendation?.containerRecommendations;
  const boosts =
    spec.startupBoost ?? spec.resourcePolicy?.containerPolicies?.some(({ startupBoost }) => startupBoost);
  if (!all || boosts) return recommendation;
  return {
    ...recommendation,
    containerRecommendations: all.map((own) => {
      const history = aggregates.get(own.containerName);
      const seen = history && highestCpu(history);
      const target = own.target.cpu;
      if (seen === undefined || target === undefined || seen <= cpuFrom(target)) return own;
      return { ...own, seenCpu: formatCpu(seen) };
    }),
  };
}
