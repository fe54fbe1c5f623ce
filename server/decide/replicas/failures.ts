export type MetricsApiKind = 'resource' | 'custom' | 'external';

export type MetricFailure =
  | { readonly code: 'fetch-failed'; readonly error: string }
  | { readonly code: 'no-samples'; readonly api: MetricsApiKind }
  | { readonly code: 'no-pods' }
  | { readonly code: 'no-ready-samples' }
  | { readonly code: 'nothing-requested' }
  | {
      readonly code: 'no-request';
      readonly resource: string;
      readonly container: string;
      readonly pod: string;
    }
  | { readonly code: 'no-pod-request'; readonly resource: string; readonly pod: string }
  | { readonly code: 'container-absent'; readonly container: string; readonly pod: string }
  | { readonly code: 'container-unmeasured'; readonly container: string; readonly pod: string }
  | { readonly code: 'no-target' }
  | { readonly code: 'bad-target'; readonly target: string }
  | { readonly code: 'no-source' }
  | { readonly code: 'unknown-type'; readonly type: string };

export interface Failed {
  readonly kind: 'failed';
  readonly failure: MetricFailure;
}

export function failed(failure: MetricFailure): Failed {
  return { kind: 'failed', failure };
}

/**
 * A failure in the words of Kubernetes, which people search for (Kubernetes 1.37, pkg/controller/podautoscaler,
 * replica_calculator.go and metrics/client.go).
 */
export function failureText(failure: MetricFailure): string {
  switch (failure.code) {
    case 'fetch-failed':
      return failure.error;
    case 'no-samples':
      return `no metrics returned from ${failure.api} metrics API`;
    case 'no-pods':
      return 'no pods returned by selector while calculating replica count';
    case 'no-ready-samples':
      return 'did not receive metrics for targeted pods (pods might be unready)';
    case 'nothing-requested':
      return 'no metrics returned matched known pods';
    case 'no-request':
      return `missing request for ${failure.resource} in container ${failure.container} of Pod ${failure.pod}`;
    case 'no-pod-request':
      return `missing pod-level request for ${failure.resource} in Pod ${failure.pod}`;
    case 'container-absent':
      return `container ${failure.container} not found in Pod ${failure.pod}`;
    case 'container-unmeasured':
      return `container ${failure.container} not present in metrics for pod ${failure.pod}`;
    case 'no-target':
      return 'invalid metric source: no target that fits the type of the metric was set';
    case 'bad-target':
      return `invalid metric source: the target ${failure.target} is not a positive quantity`;
    case 'no-source':
      return 'invalid metric source: the source of the metric is not set';
    case 'unknown-type':
      return `unknown metric source type "${failure.type}"`;
  }
}
