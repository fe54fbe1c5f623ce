import type { RecommendationOrigin } from '../../contract/admission';
import type { Recommendation } from '../pods/compiled-vpa';

export interface SourcedRecommendation {
  readonly origin: RecommendationOrigin;
  readonly recommendation: Recommendation | undefined;
}
