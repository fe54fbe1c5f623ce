import type { RecommendationState } from '@/server/contract/recommendations';
import { NO_RECOMMENDATION_TABLE } from '@/server/words/no-recommendation';
import { IconCircleDashed } from '../icons';
import { Callout } from '../layout/callout';

export function NoRecommendation({ state }: { state: Extract<RecommendationState, { kind: 'none' }> }) {
  const { sentence, remedy } = NO_RECOMMENDATION_TABLE[state.reason];
  return (
    <Callout
      icon={IconCircleDashed}
      tone="warning"
      title={`No recommendation. ${sentence}`}
      detail={state.detail}
      remedy={state.remedy ?? remedy}
    />
  );
}
