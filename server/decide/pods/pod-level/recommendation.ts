import { isJsonObject, objectIn } from '../../../objects/json-object';
import type { RecommendedContainerResources, VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { WHOLE_POD } from '../../../objects/whole-pod';
import { statedIn } from '../stated-text';
import { podLevelPolicy } from './stated';

/**
 * On a VPA that sizes pods as a whole: what is recommended for one. It is not in the status, where other readers take
 * every recommendation for one of a container.
 */
export const POD_RECOMMENDATION_ANNOTATION = 'plumbline.dev/pod-recommendation';

const AMOUNTS = ['target', 'lowerBound', 'upperBound', 'uncappedTarget'] as const;

export function podRecommendationText(recommended: RecommendedContainerResources): string {
  const { containerName: _whole, ...amounts } = recommended;
  return JSON.stringify(amounts);
}

/** What is recommended for a pod as a whole, as one of a container; undefined if that is not asked for, or not known. */
export function podRecommendationIn(
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
): RecommendedContainerResources | undefined {
  const text = statedIn(vpa, POD_RECOMMENDATION_ANNOTATION);
  if (text === undefined || !podLevelPolicy(vpa)) return undefined;
  const kept = objectIn(text);
  if (!isJsonObject(kept.target)) return undefined;
  const lists = AMOUNTS.flatMap((name) => (isJsonObject(kept[name]) ? [[name, kept[name]] as const] : []));
  return { containerName: WHOLE_POD, ...Object.fromEntries(lists) } as RecommendedContainerResources;
}
