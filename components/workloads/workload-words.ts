import type { WorkloadSummary } from '@/server/recommender/views';
import type { Standing } from '@/server/recommender/views/verdict';
import { NO_RECOMMENDATION_REASONS } from '@/server/words/no-recommendation';

/** How a workload stands, in two words; in the order that lists of them have. */
export const STANDING_WORDS: Record<Standing, string> = {
  short: 'Below bounds',
  over: 'Above bounds',
  within: 'Within bounds',
  unstated: 'Not set',
  none: 'No recommendation',
};

/** The sentence for a workload without a recommendation; undefined when it has one. */
export function reasonInWords(workload: Pick<WorkloadSummary, 'state'>): string | undefined {
  return workload.state.kind === 'none' ? NO_RECOMMENDATION_REASONS[workload.state.reason] : undefined;
}
