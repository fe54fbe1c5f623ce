import type { MetricOutcome } from './metric';

/** What the metrics of an HPA ask for together; `metric` and `first` are their places in the spec. */
export type Combined =
  | { readonly kind: 'chosen'; readonly metric: number; readonly replicas: number }
  /** `best`: what the valid ones asked for. */
  | { readonly kind: 'blocked'; readonly first: number; readonly failed: number; readonly best?: number };

/**
 * The highest proposal wins. A metric that failed might have asked for more, so it keeps the target from
 * shrinking, not from growing (Kubernetes 1.37, pkg/controller/podautoscaler, horizontal.go, `computeReplicasForMetrics`).
 */
export function combine(outcomes: readonly MetricOutcome[], specReplicas: number): Combined {
  let [first, failed] = [-1, 0];
  let chosen: { metric: number; replicas: number } | undefined;
  outcomes.forEach((outcome, metric) => {
    if (outcome.kind === 'failed') {
      if (failed === 0) first = metric;
      failed++;
    } else if (!chosen || outcome.replicas > chosen.replicas) chosen = { metric, replicas: outcome.replicas };
  });
  if (!chosen || (failed > 0 && chosen.replicas < specReplicas))
    return { kind: 'blocked', first, failed, best: chosen?.replicas };
  return { kind: 'chosen', ...chosen };
}
