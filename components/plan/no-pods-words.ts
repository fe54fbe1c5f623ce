import type { WorkloadSummary } from '@/server/contract/recommendations';
import type { Mode } from '../workloads/mode-words';

/** What is known of a workload without pods; its state where the recommender tells. */
export type WithoutPods = Mode & Partial<Pick<WorkloadSummary, 'state' | 'refused'>>;

/** What stands in the place of the pods where there is none now: what new ones will start with. */
export function noPodsWords({ updateMode, heldMode, state, refused }: WithoutPods): string {
  if (refused) return 'No pod runs now: the API server refuses to create any.';
  if (updateMode === 'Off' || heldMode || state?.kind === 'none')
    return 'No pod runs now. New pods start with the requests of their template.';
  return 'No pod runs now. New pods start with the requests recommended then, if any.';
}
