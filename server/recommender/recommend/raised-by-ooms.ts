import { memoryFrom } from '@/server/objects/quantity';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/objects/vpa-types';
import type { ServedVpa } from '../vpas/served-vpa';
import type { Knowledge } from './recommending';

const RAISED = ['target', 'lowerBound', 'upperBound', 'uncappedTarget'] as const;

/** Whether the recommendation of a VPA is better founded than what this process knows before the past has come. */
export function isFromBefore({ recommendation, isOwnRecommendation, vpa }: ServedVpa): boolean {
  return !isOwnRecommendation && (recommendation ?? vpa.status?.recommendation) !== undefined;
}

/**
 * A recommendation from before, which stays while the past is awaited, with at least as much memory as containers
 * need that were OOM-killed since. What was learned of the kills is not touched.
 */
export function raisedByOoms(
  former: RecommendedPodResources,
  presentOne: () => RecommendedPodResources | undefined,
  { aggregates }: Pick<Knowledge, 'aggregates'>,
): RecommendedPodResources {
  const isKilled = (name: string) => (aggregates.get(name)?.oomCount ?? 0) > 0;
  if (![...aggregates.keys()].some(isKilled)) return former;
  const present = presentOne()?.containerRecommendations ?? [];
  return {
    ...former,
    containerRecommendations: former.containerRecommendations?.map((own) => {
      const now = isKilled(own.containerName)
        ? present.find(({ containerName }) => containerName === own.containerName)
        : undefined;
      return now ? withMemoryOf(now, own) : own;
    }),
  };
}

function withMemoryOf(
  now: RecommendedContainerResources,
  own: RecommendedContainerResources,
): RecommendedContainerResources {
  const raised = { ...own };
  const [wasLimit, isLimit] = [own.memoryLimit, now.memoryLimit];
  if (isLimit && (!wasLimit || memoryFrom(isLimit.target) > memoryFrom(wasLimit.target)))
    raised.memoryLimit = isLimit;
  for (const bound of RAISED) {
    const [was, is] = [own[bound]?.memory, now[bound]?.memory];
    if (is !== undefined && (was === undefined || memoryFrom(is) > memoryFrom(was)))
      raised[bound] = { ...own[bound], memory: is };
  }
  return raised;
}
