import type { ContainerView, ResourceView, WorkloadSummary } from '.';

/**
 * How a request stands to its bounds, which is what the updater acts on: below the lower bound it is short,
 * above the upper bound it is over, between them it is within; `unstated` without a request, `unknown`
 * without a recommendation.
 */
export type Verdict = 'short' | 'over' | 'within' | 'unstated' | 'unknown';

export const VERDICT_WORDS: Record<Verdict, string> = {
  short: 'Below its lower bound: the container may get too little',
  over: 'Above its upper bound: more is reserved than needed',
  within: 'Within its bounds',
  unstated: 'No request is set',
  unknown: 'No recommendation to compare with',
};

/** Worst first: a starved container outweighs a wasteful one. */
const GRAVITY: readonly Verdict[] = ['short', 'unstated', 'over', 'within', 'unknown'];

export function requestVerdict(view: ResourceView): Verdict {
  if (view.target === undefined) return 'unknown';
  if (view.request === undefined) return 'unstated';
  if (view.lowerBound !== undefined && view.request.min < view.lowerBound) return 'short';
  if (view.upperBound !== undefined && view.request.max > view.upperBound) return 'over';
  return 'within';
}

function gravest(verdicts: readonly Verdict[]): Verdict {
  return GRAVITY.find((verdict) => verdicts.includes(verdict)) ?? 'unknown';
}

function containerVerdict(container: ContainerView): Verdict {
  return gravest([requestVerdict(container.cpu), requestVerdict(container.memory)]);
}

/** The gravest verdict over all containers that the policy does not leave alone. */
function workloadVerdict(workload: Pick<WorkloadSummary, 'containers'>): Verdict {
  return gravest(workload.containers.filter((container) => !container.off).map(containerVerdict));
}

/** How a whole workload stands: its gravest verdict, or that there is no recommendation to compare with. */
export const STANDINGS = ['short', 'over', 'within', 'unstated', 'none'] as const;
export type Standing = (typeof STANDINGS)[number];

export function standingOf(workload: Pick<WorkloadSummary, 'state' | 'containers'>): Standing {
  if (workload.state.kind === 'none') return 'none';
  const verdict = workloadVerdict(workload);
  return verdict === 'unknown' ? 'none' : verdict;
}

/** Mean of the requests of the pods, in millicores or bytes. */
export function meanRequest(view: ResourceView): number | undefined {
  return view.request && (view.request.min + view.request.max) / 2;
}
