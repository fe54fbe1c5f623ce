import type { ShownMetric } from '../contract/hpas';
import type { MetricEvaluation } from '../decide/replicas/evaluation';
import type { PodEvidence } from '../decide/replicas/proposal';

/** More pods than these are counted and not listed. */
export const MOST_PODS_SHOWN = 100;

/** The evidence of a metric without most of thousands of pods. */
export function shownMetric({ spec, outcome }: MetricEvaluation): ShownMetric {
  if (outcome.kind === 'failed') return { spec, outcome };
  const podCounts: Partial<Record<PodEvidence['group'], number>> = {};
  for (const { group } of outcome.pods) podCounts[group] = (podCounts[group] ?? 0) + 1;
  return { spec, outcome: { ...outcome, pods: mostTelling(outcome.pods), podCounts } };
}

function mostTelling(pods: readonly PodEvidence[]): readonly PodEvidence[] {
  if (pods.length <= MOST_PODS_SHOWN) return pods;
  const odd = pods.filter(({ group }) => group !== 'ready').slice(0, MOST_PODS_SHOWN);
  const ready = pods.filter(({ group }) => group === 'ready').slice(0, MOST_PODS_SHOWN - odd.length);
  return [...odd, ...ready];
}
