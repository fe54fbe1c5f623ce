import { NO_RECOMMENDATION_REASONS, type WorkloadSummary } from '@/server/recommender/views';
import { wordsMatch } from '../lists/words-match';
import { workloadVerdict } from './verdict';

/** What a person can narrow the table down to, beside text, namespace and mode. */
export const STATE_FILTERS = {
  short: 'Below bounds',
  over: 'Above bounds',
  within: 'Within bounds',
  unstated: 'Not set',
  none: 'No recommendation',
} as const;

export type StateFilter = keyof typeof STATE_FILTERS;

export const FILTERS = ['q', 'namespace', 'mode', 'state'] as const;
export type WorkloadFilter = Record<(typeof FILTERS)[number], string>;

/** The one state filter a workload falls under. */
export function stateOf(workload: WorkloadSummary): StateFilter {
  if (workload.state.kind === 'none') return 'none';
  const verdict = workloadVerdict(workload);
  return verdict === 'unknown' ? 'none' : verdict;
}

function searchText(workload: WorkloadSummary): string {
  const containers = workload.containers.map((container) => container.name);
  return [workload.namespace, workload.name, workload.target.kind, workload.target.name, ...containers].join(
    ' ',
  );
}

/** Every word of the text must occur in namespace, name, target or a container's name. */
export function filterWorkloads(
  workloads: readonly WorkloadSummary[],
  filter: WorkloadFilter,
): WorkloadSummary[] {
  const matches = wordsMatch(filter.q);
  return workloads.filter((workload) => {
    if (filter.namespace && workload.namespace !== filter.namespace) return false;
    if (filter.mode && workload.updateMode !== filter.mode) return false;
    if (filter.state && stateOf(workload) !== filter.state) return false;
    return filter.q === '' || matches(searchText(workload));
  });
}

/** How many workloads stand in each state. */
export function stateCounts(workloads: readonly WorkloadSummary[]): Record<StateFilter, number> {
  const counts: Record<StateFilter, number> = { short: 0, over: 0, within: 0, unstated: 0, none: 0 };
  for (const workload of workloads) counts[stateOf(workload)]++;
  return counts;
}

/** The sentence for a workload without a recommendation; undefined when it has one. */
export function reasonInWords(workload: Pick<WorkloadSummary, 'state'>): string | undefined {
  return workload.state.kind === 'none' ? NO_RECOMMENDATION_REASONS[workload.state.reason] : undefined;
}
