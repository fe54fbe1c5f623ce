import { writtenParameters } from '@/server/decide/estimators/parameter-fields';
import { ParameterTextError } from '@/server/decide/estimators/parameter-text';
import { parameterTextOf } from '@/server/decide/features/recommender/parameter-text';
import { type RecommenderNames, servingRecommender } from '@/server/decide/pods/serving-recommender';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { RecommenderChoiceView } from '../../contract/recommendations';

export function recommenderChoice(
  vpa: VerticalPodAutoscaler,
  names: RecommenderNames,
): RecommenderChoiceView {
  const annotation = parameterTextOf(vpa);
  return {
    named: vpa.spec.recommenders?.[0]?.name,
    serving: servingRecommender(vpa, names),
    usual: servingRecommender({ spec: { ...vpa.spec, recommenders: undefined } }, names),
    annotation,
    ...givenBy(annotation ?? ''),
  };
}

function givenBy(annotation: string): Pick<RecommenderChoiceView, 'given' | 'fault'> {
  try {
    return { given: writtenParameters(annotation) };
  } catch (error) {
    if (!(error instanceof ParameterTextError)) throw error;
    return { given: {}, fault: error.message };
  }
}
