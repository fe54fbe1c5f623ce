import type { RecommenderChoiceView } from '@/server/contract/recommendations';
import type { VariantRequest } from '@/server/contract/replays';
import type { RecommenderValues } from '../policy/recommender-values';

type Values = RecommenderValues & { updateMode: string };

/** The policy form with a proposal filled in; parameters of another recommender do not stay, as in the replay. */
export function withProposal<V extends Values>(
  values: V,
  { recommender, parameters, updateMode }: Omit<VariantRequest, 'name'>,
  { named, usual }: Pick<RecommenderChoiceView, 'named' | 'usual'>,
): V {
  const isSame = recommender === undefined || recommender === (named ?? usual);
  const given = Object.fromEntries(pathsOf(parameters ?? {}));
  return {
    ...values,
    recommender: isSame ? values.recommender : recommender,
    parameters: isSame ? { ...values.parameters, ...given } : given,
    ...(updateMode && { updateMode }),
  };
}

/** `{memory: {peakMargin: 0.2}}` as `memory.peakMargin: 0.2`. */
function pathsOf(parameters: object, before = ''): [string, string][] {
  return Object.entries(parameters).flatMap(([key, value]): [string, string][] => {
    const path = before ? `${before}.${key}` : key;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsOf(value, path)
      : [[path, String(value)]];
  });
}
