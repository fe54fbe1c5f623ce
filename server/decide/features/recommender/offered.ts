import { RECOMMENDER_NAMES, type RecommenderName } from '../../estimators/recommenders';
import type { EstimationSettings } from '../../settings';

/** The recommenders that VPAs can choose here, and the name that a VPA gives for each. */
export function offered(config: EstimationSettings): { name: RecommenderName; toChoose: string }[] {
  return RECOMMENDER_NAMES.filter((name) => isOffered(name, config)).map((name) => ({
    name,
    toChoose: nameToChoose(name, config),
  }));
}

export function namesToChoose(config: EstimationSettings): string[] {
  return offered(config).map(({ toChoose }) => toChoose);
}

function isOffered(name: RecommenderName, { recommenders }: EstimationSettings): boolean {
  return name === 'default' || recommenders.includes(name);
}

/** The default recommender serves under the name of the process. */
function nameToChoose(name: RecommenderName, { recommenderName }: EstimationSettings): string {
  return name === 'default' ? recommenderName : name;
}
