import { role } from '../kube/role';
import type { RecommenderHandle } from './handle';
import { RECOMMENDER_KINDS, startRecommender } from './index';
import { READS } from './settings';

/** Learns what containers use and recommends requests. */
export const recommender = role({
  name: 'recommender',
  watches: RECOMMENDER_KINDS,
  settings: READS,
  start: (context): RecommenderHandle => startRecommender(context),
  offers: (handle) => ({ recommendations: handle }),
});
