import { RECOMMENDER_NAMES, type RecommenderName } from '@/server/estimators/recommenders';
import { FAMILIES } from './families';
import { type Contestant, MODES, type Mode } from './series';

/** Who is measured. */
export interface Asked {
  readonly modes: readonly Mode[];
  readonly recommenders: readonly RecommenderName[];
}

export const EVERYONE: Asked = { modes: MODES, recommenders: RECOMMENDER_NAMES };

/**
 * The family of `default` in each mode, as all are measured against it; those of others in the first mode, and as
 * they come in the second. A member is numbered from what comes as it is, which is 0.
 */
export function contestantsOf({ modes, recommenders }: Asked): Contestant[] {
  const names = RECOMMENDER_NAMES.filter((name) => name === 'default' || recommenders.includes(name));
  return modes.flatMap((mode, index) =>
    names.flatMap((recommender) =>
      FAMILIES[recommender].flatMap((parameters, at): Contestant[] => {
        const member = at - asItComes(recommender);
        const isWanted = index === 0 || recommender === 'default' || member === 0;
        return isWanted ? [{ mode, recommender, member, parameters }] : [];
      }),
    ),
  );
}

function asItComes(recommender: RecommenderName): number {
  return FAMILIES[recommender].findIndex((parameters) => Object.keys(parameters).length === 0);
}
