import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { ResourceList } from '@/server/objects/types';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/objects/vpa-types';

type Pick = (a: number, b: number) => boolean;

const larger: Pick = (a, b) => a > b;
const smaller: Pick = (a, b) => a < b;

/**
 * One recommendation that is safe for readers who know of no groups: of each container the largest target, from the
 * lowest lower bound to the highest upper bound, so that no pod with the target of its group is out of bounds.
 */
export function spanning(groups: readonly RecommendedPodResources[]): RecommendedPodResources | undefined {
  return combined(groups, smaller);
}

/** Of each amount the largest. */
export function largest(recommendations: readonly RecommendedPodResources[]): RecommendedPodResources {
  return combined(recommendations, larger) ?? {};
}

/**
 * Of each container the amounts of resources that the first recommends nothing for: a group may know its CPU for hours
 * before it has seen a peak of memory.
 */
export function missingIn(
  { containerRecommendations = [] }: RecommendedPodResources,
  all: readonly RecommendedContainerResources[],
): RecommendedContainerResources[] {
  return all.flatMap((one) => {
    const known = containerRecommendations.find(({ containerName }) => containerName === one.containerName);
    const missing = Object.keys(one.target).filter((resource) => known?.target[resource] === undefined);
    if (missing.length === 0) return [];
    const only = (list: ResourceList | undefined): ResourceList =>
      Object.fromEntries(Object.entries(list ?? {}).filter(([resource]) => missing.includes(resource)));
    const { containerName, target, lowerBound, upperBound, uncappedTarget } = one;
    return [
      {
        containerName,
        target: only(target),
        lowerBound: only(lowerBound),
        upperBound: only(upperBound),
        uncappedTarget: only(uncappedTarget),
      },
    ];
  });
}

function combined(
  all: readonly RecommendedPodResources[],
  lowerBound: Pick,
): RecommendedPodResources | undefined {
  const byName = new Map<string, RecommendedContainerResources>();
  for (const { containerRecommendations = [] } of all)
    for (const one of containerRecommendations) {
      const known = byName.get(one.containerName);
      byName.set(one.containerName, known ? both(known, one, lowerBound) : one);
    }
  if (byName.size === 0) return undefined;
  const names = [...byName.keys()].sort();
  return { containerRecommendations: names.flatMap((name) => byName.get(name) ?? []) };
}

function both(
  a: RecommendedContainerResources,
  b: RecommendedContainerResources,
  lowerBound: Pick,
): RecommendedContainerResources {
  return {
    containerName: a.containerName,
    target: picked(a.target, b.target, larger) ?? {},
    lowerBound: picked(a.lowerBound, b.lowerBound, lowerBound),
    upperBound: picked(a.upperBound, b.upperBound, larger),
    uncappedTarget: picked(a.uncappedTarget, b.uncappedTarget, larger),
  };
}

function picked(
  a: ResourceList | undefined,
  b: ResourceList | undefined,
  wins: Pick,
): ResourceList | undefined {
  if (!a || !b) return a ?? b;
  const result: ResourceList = { ...a };
  for (const [resource, amount] of Object.entries(b)) {
    const known = result[resource];
    if (amount === undefined) continue;
    if (known === undefined || wins(amountOf(resource, amount), amountOf(resource, known)))
      result[resource] = amount;
  }
  return result;
}

function amountOf(resource: string, amount: string | number): number {
  return resource === 'cpu' ? cpuFrom(amount) : memoryFrom(amount);
}
