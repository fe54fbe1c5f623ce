import { type Failed, failed } from './failures';
import type { ScalingBehavior } from './rules';
import type { ScaledPod } from './scaled-pod';

/**
 * What a pod, or one of its containers, requests of a resource, in thousandths. A container without a request fails the
 * metric: nobody can tell what its use is a share of (Kubernetes 1.37, pkg/controller/podautoscaler,
 * replica_calculator.go, `calculateRequests`).
 */
export function requested(
  pod: ScaledPod,
  resource: string,
  container: string | undefined,
  rules: ScalingBehavior,
): number | Failed {
  if (container !== undefined) return requestedByContainer(pod, resource, container, rules);
  if (rules.sidecarsAndPodRequests && pod.podRequests) return requestedByPod(pod, resource);
  let sum = 0;
  for (const each of running(pod, rules)) {
    const request = each.requests[resource];
    if (request === undefined)
      return failed({ code: 'no-request', resource, container: each.name, pod: pod.name });
    sum += request;
  }
  return sum;
}

function running(pod: ScaledPod, rules: ScalingBehavior): readonly ScaledPod['containers'][number][] {
  if (!rules.sidecarsAndPodRequests || pod.initContainers.length === 0) return pod.containers;
  return [...pod.containers, ...pod.initContainers.filter(({ isSidecar }) => isSidecar)];
}

function requestedByContainer(
  pod: ScaledPod,
  resource: string,
  container: string,
  rules: ScalingBehavior,
): number | Failed {
  const found = running(pod, rules).find(({ name }) => name === container);
  if (!found)
    return rules.absentContainer === 'requests-nothing'
      ? 0
      : failed({ code: 'container-absent', container, pod: pod.name });
  return found.requests[resource] ?? failed({ code: 'no-request', resource, container, pod: pod.name });
}

/**
 * A pod that states requests as a whole: these, else what its containers need at most at one time (KEP-2837),
 * and its overhead.
 */
function requestedByPod(pod: ScaledPod, resource: string): number | Failed {
  const overhead = pod.overhead[resource];
  const request = pod.podRequests?.[resource] ?? mostAtOnce(pod, resource);
  if (request === undefined && overhead === undefined)
    return failed({ code: 'no-pod-request', resource, pod: pod.name });
  return (request ?? 0) + (overhead ?? 0);
}

/** Init containers run one after the other, each beside the sidecars before it. */
function mostAtOnce({ containers, initContainers }: ScaledPod, resource: string): number | undefined {
  const all = [...containers, ...initContainers];
  if (all.every(({ requests }) => requests[resource] === undefined)) return undefined;
  let sidecars = 0;
  let most = 0;
  for (const { requests, isSidecar } of initContainers) {
    const request = requests[resource] ?? 0;
    if (isSidecar) sidecars += request;
    most = Math.max(most, isSidecar ? sidecars : sidecars + request);
  }
  return Math.max(
    most,
    containers.reduce((sum, { requests }) => sum + (requests[resource] ?? 0), sidecars),
  );
}
