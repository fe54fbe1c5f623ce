import { readGiven } from '../../estimators/parameter-text';
import { isRecommenderName, recommenderNamed } from '../../estimators/recommenders';
import { parameterTextOf, RECOMMENDER_ANNOTATION } from '../../features/recommender/parameter-text';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { type RecommenderNames, servingRecommender } from '../../policy/serving-recommender';

/** What `kubectl apply` should say about parameters that its recommender does not take. */
export function parameterWarnings(vpa: VerticalPodAutoscaler, names: RecommenderNames): string[] {
  const text = parameterTextOf(vpa);
  const recommender = servingRecommender(vpa, names);
  if (text === undefined || recommender === undefined || !isRecommenderName(recommender)) return [];
  const { given, faults } = readGiven(text);
  return [...faults, ...recommenderNamed(recommender).faultsOf(given)].map(
    (fault) =>
      `metadata.annotations[${RECOMMENDER_ANNOTATION}]: ${fault}; until it is corrected, none of it applies.`,
  );
}
