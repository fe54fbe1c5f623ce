import { writtenParameters } from '@/server/estimators/parameter-fields';
import { ParameterTextError } from '@/server/estimators/parameter-text';
import { parameterTextOf } from '@/server/features/recommender/parameter-text';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { type RecommenderNames, servingRecommender } from '@/server/policy/serving-recommender';

/** Which recommender a VPA chose, and with which parameters. */
export interface RecommenderChoiceView {
  /** The name that it states; absent if it states none. */
  named?: string;
  /** Ours that serves it; absent if another program does. */
  serving?: string;
  /** Ours that would serve it if it named none; absent if another program would. */
  usual?: string;
  /** The annotation with parameters, as it is. */
  annotation?: string;
  /** The parameters in it by path, as people write them. */
  given: Record<string, string>;
  /** Why the annotation cannot be read. */
  fault?: string;
}

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
