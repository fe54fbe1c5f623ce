import { IconCircleDashed } from '@tabler/icons-react';
import type { RecommendationState } from '@/server/recommender/views';
import { NO_RECOMMENDATION_REASONS } from '@/server/words/no-recommendation';
import { Callout } from '../layout/callout';
import { NO_RECOMMENDATION_REMEDIES } from './no-recommendation-remedies';

/** Where there is no recommendation: why, in words, and what would change that. */
export function NoRecommendation({ state }: { state: Extract<RecommendationState, { kind: 'none' }> }) {
  return (
    <Callout
      icon={IconCircleDashed}
      tone="warning"
      title={`No recommendation. ${NO_RECOMMENDATION_REASONS[state.reason]}`}
      detail={state.detail}
      remedy={state.remedy ?? NO_RECOMMENDATION_REMEDIES[state.reason]}
    />
  );
}
