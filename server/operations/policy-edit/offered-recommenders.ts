import type { RecommendersView } from '../../contract/operations';
import { clusterParameters, recommenderNamed } from '../../decide/estimators/recommenders';
import { offered } from '../../decide/features/recommender/offered';
import type { EstimationSettings } from '../../decide/settings';

/** The recommenders that VPAs can choose here, with their parameters as a form shows them. */
export function offeredRecommenders(config: EstimationSettings): RecommendersView {
  return {
    recommenders: offered(config).map(({ name, toChoose }) => {
      const { help, patience, fields } = recommenderNamed(name);
      return { name: toChoose, help, patience, fields: fields(config, clusterParameters(config, name)) };
    }),
  };
}
