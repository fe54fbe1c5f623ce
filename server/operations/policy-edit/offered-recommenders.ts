import type { RecommendersView } from '../../contract/operations';
import type { EstimatorSettings } from '../../estimators/estimator';
import {
  clusterParameters,
  RECOMMENDER_NAMES,
  type RecommenderName,
  recommenderNamed,
} from '../../estimators/recommenders';

/** The recommenders that VPAs can choose here, with their parameters as a form shows them. */
export function offeredRecommenders(config: EstimatorSettings): RecommendersView {
  return {
    recommenders: RECOMMENDER_NAMES.filter((name) => isOffered(name, config)).map((name) => {
      const { help, patience, fields } = recommenderNamed(name);
      return {
        name: nameToChoose(name, config),
        help,
        patience,
        fields: fields(config, clusterParameters(config, name)),
      };
    }),
  };
}

/** What a VPA may name. */
export function namesToChoose(config: EstimatorSettings): string[] {
  return RECOMMENDER_NAMES.filter((name) => isOffered(name, config)).map((name) =>
    nameToChoose(name, config),
  );
}

function isOffered(name: RecommenderName, { recommenders }: EstimatorSettings): boolean {
  return name === 'default' || recommenders.includes(name);
}

/** The default recommender serves under the name of the process. */
function nameToChoose(name: RecommenderName, { recommenderName }: EstimatorSettings): string {
  return name === 'default' ? recommenderName : name;
}
