import type { InUse } from '../pods/in-use';
import type { Recommendation } from '../pods/recommendation';

export type RecommendationOrigin = 'live' | 'status' | 'none';

export interface SourcedRecommendation {
  readonly origin: RecommendationOrigin;
  readonly recommendation: Recommendation | undefined;
  /** What the pods of the workload are seen to use now; absent if nobody knows. */
  readonly inUse?: InUse | undefined;
  /** The longest history behind it, in milliseconds; absent if nobody knows. */
  readonly historyMs?: number | undefined;
}
