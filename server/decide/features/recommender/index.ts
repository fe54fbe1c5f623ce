import { readGiven } from '../../estimators/parameter-text';
import { isRecommenderName, recommenderNamed } from '../../estimators/recommenders';
import { formerRecommender, servingRecommender } from '../../pods/serving-recommender';
import type { VpaFeature } from '../feature';
import { recommenderEdit } from './edit';
import { parameterTextOf, RECOMMENDER_ANNOTATION } from './parameter-text';

/** The parameters of a VPA's recommender. */
export const recommenderFeature = {
  name: 'recommender',
  annotation: {
    name: RECOMMENDER_ANNOTATION,
    on: 'VPA',
    takes: 'parameters, as JSON or lines of `key: value`',
    says: 'The parameters of its recommender. The settings count for those that are not named.',
    guide: 'recommenders.md',
  },
  isPlannedBy: true,
  faults(vpa, { recommenders }) {
    const text = parameterTextOf(vpa);
    const serving = recommenders && servingRecommender(vpa, recommenders);
    if (text === undefined || serving === undefined || !isRecommenderName(serving)) return [];
    const { given, faults } = readGiven(text);
    return [...faults, ...recommenderNamed(serving).faultsOf(given)];
  },
  untilCorrected: 'none of it applies',
  advice(vpa, { recommenders }) {
    const former = recommenders && formerRecommender(vpa, recommenders);
    if (former === undefined) return [];
    return [
      `spec.recommenders[0].name: Plumbline no longer has the recommender ${former}, so this VPA gets no recommendation unless another program serves it; name adaptive, or remove the field for default.`,
    ];
  },
  edit: recommenderEdit,
} as const satisfies VpaFeature;
