import type { Recommendation } from '../pods/recommendation';

/** Where a recommendation came from. */
export type RecommendationOrigin = 'live' | 'status' | 'none';

export interface SourcedRecommendation {
  readonly origin: RecommendationOrigin;
  readonly recommendation: Recommendation | undefined;
}
