import type { ResourceList } from '@/server/objects/types';
import type { Resource } from '@/server/objects/units';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/objects/vpa-types';
import { amountIn } from '../views/resource-view';

const AMOUNTS = ['target', 'lowerBound', 'upperBound', 'uncappedTarget'] as const;

/**
 * The recommendation with what was recommended before for resources that this process has no sample of: after a restart
 * without metrics, what was known stays. What is no more than the minimum came of nothing, and goes.
 * @param unknown the resources without a sample, by container
 * @param minimum what these containers would get for no samples at all
 */
export function withFormerAmounts(
  now: RecommendedPodResources | undefined,
  former: RecommendedPodResources | undefined,
  unknown: ReadonlyMap<string, readonly Resource[]>,
  minimum: RecommendedPodResources | undefined,
): RecommendedPodResources | undefined {
  if (unknown.size === 0 || !former) return now;
  const byName = new Map(now?.containerRecommendations?.map((own) => [own.containerName, own]));
  for (const [containerName, resources] of unknown)
    for (const resource of resources) {
      const own = byName.get(containerName);
      const before = of(former, containerName);
      const known = amountIn(before?.target, resource);
      const least = amountIn(of(minimum, containerName)?.target, resource) ?? 0;
      if (!before || known === undefined || known <= least || own?.target?.[resource] !== undefined) continue;
      byName.set(containerName, withResource(own ?? { containerName, target: {} }, before, resource));
    }
  if (byName.size === 0) return undefined;
  const names = [...byName.keys()].sort();
  return { ...now, containerRecommendations: names.flatMap((name) => byName.get(name) ?? []) };
}

function of(all: RecommendedPodResources | undefined, container: string) {
  return all?.containerRecommendations?.find(({ containerName }) => containerName === container);
}

function withResource(
  own: RecommendedContainerResources,
  before: RecommendedContainerResources,
  resource: Resource,
): RecommendedContainerResources {
  const filled = { ...own };
  for (const field of AMOUNTS) {
    const amount = before[field]?.[resource];
    if (amount !== undefined) filled[field] = { ...own[field], [resource]: amount } as ResourceList;
  }
  if (resource === 'cpu' && before.seenCpu) filled.seenCpu = before.seenCpu;
  if (resource === 'memory' && before.memoryLimit) filled.memoryLimit = before.memoryLimit;
  return filled;
}
