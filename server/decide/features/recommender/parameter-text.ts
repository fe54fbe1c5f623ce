import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

/** On a VPA: the parameters of its recommender, as JSON or as lines of `key: value`. */
export const RECOMMENDER_ANNOTATION = 'plumbline.dev/recommender';

/** What a VPA states as the parameters of its recommender; undefined if nothing. */
export function parameterTextOf(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): string | undefined {
  return statedIn(vpa, RECOMMENDER_ANNOTATION);
}
