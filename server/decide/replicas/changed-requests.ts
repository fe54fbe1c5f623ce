import type { MilliAmounts } from './milli-amounts';
import { requested } from './requests';
import { RULES_OF_TODAY } from './rules';
import type { ScaledPod } from './scaled-pod';

/** New requests by container, thousandths; what is not in it stays. */
export type NewRequests = ReadonlyMap<string, MilliAmounts>;

/** A pod as it would be with new requests of its containers. */
export function withRequests(pod: ScaledPod, requests: NewRequests): ScaledPod {
  return {
    ...pod,
    containers: pod.containers.map((container) => {
      const changed = requests.get(container.name);
      return changed ? { ...container, requests: { ...container.requests, ...changed } } : container;
    }),
  };
}

/**
 * What pods, or one container of each, request on average, in thousandths; undefined without pods, or if one
 * of them states no request.
 */
export function averageRequest(
  pods: readonly ScaledPod[],
  resource: string,
  container: string | undefined,
): number | undefined {
  let sum = 0;
  for (const pod of pods) {
    const request = requested(pod, resource, container, RULES_OF_TODAY);
    if (typeof request !== 'number') return undefined;
    sum += request;
  }
  return pods.length > 0 ? sum / pods.length : undefined;
}
