import {
  POD_RECOMMENDATION_ANNOTATION,
  podRecommendationIn,
  podRecommendationText,
} from '@/server/decide/pods/pod-level/recommendation';
import { podLevelPolicy } from '@/server/decide/pods/pod-level/stated';
import type { RecommendedContainerResources } from '@/server/objects/vpa-types';
import type { ServedVpa } from '../vpas/served-vpa';
import type { WrittenAnnotation } from './annotation-writer';
import { nearBounds, sameTargets } from './recommendation-diff';

export const WHOLE_POD_ANNOTATION: WrittenAnnotation = {
  annotation: POD_RECOMMENDATION_ANNOTATION,
  problem: 'pod-recommendation-not-written',
  textDue,
};

/** What the annotation should become; `null` removes it, undefined leaves it. */
export function textDue({ vpa, wholePod }: Pick<ServedVpa, 'vpa' | 'wholePod'>): string | null | undefined {
  const isThere = vpa.metadata.annotations?.[POD_RECOMMENDATION_ANNOTATION] !== undefined;
  if (!podLevelPolicy(vpa)) return isThere ? null : undefined;
  if (!wholePod) return undefined;
  const before = podRecommendationIn(vpa);
  return before && isNear(before, wholePod.recommendation)
    ? undefined
    : podRecommendationText(wholePod.recommendation);
}

/** Whether only bounds differ, by less than a tenth: as for a status, that is not worth a write. */
function isNear(before: RecommendedContainerResources, now: RecommendedContainerResources): boolean {
  const [a, b] = [before, now].map((one) => ({ containerRecommendations: [one] }));
  return sameTargets(a, b) && nearBounds(a, b);
}
