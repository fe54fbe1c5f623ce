import type { KubeletSettings, PendingVerdict } from '@/sandbox/kubelet/pod-run';
import { amounts, type Request } from '@/sandbox/scheduler/pod-requests';
import type { Pod, ResourceList, ResourceRequirements } from '@/server/objects/types';

type ResizeVerdict = { readonly kind: 'fits' } | ({ readonly kind: 'waits' } & PendingVerdict);

/**
 * Whether a node has room for a pod resized to `desired` beside its other pods. A resize that no node of this
 * size could fit is infeasible; one that does not fit now is deferred; one that raises nothing fits.
 */
export function judgeResize(
  desired: Request,
  allocated: Request,
  others: Request,
  allocatable: Request,
): ResizeVerdict {
  const raised = (['cpu', 'memory'] as const).filter((resource) => desired[resource] > allocated[resource]);
  for (const resource of raised) {
    if (desired[resource] <= allocatable[resource]) continue;
    const message = `Node didn't have enough capacity: ${resource}, requested: ${desired[resource]}, capacity: ${allocatable[resource]}`;
    return { kind: 'waits', reason: 'Infeasible', message };
  }
  for (const resource of raised) {
    if (desired[resource] + others[resource] <= allocatable[resource]) continue;
    const message = `Node didn't have enough resource: ${resource}, requested: ${desired[resource]}, used: ${others[resource]}, capacity: ${allocatable[resource]}`;
    return { kind: 'waits', reason: 'Deferred', message };
  }
  return { kind: 'fits' };
}

/**
 * What the kubelet never does to this pod, whatever the amounts: it refuses the whole resize (kubelet 1.35.4,
 * allocation_manager.go).
 */
export function refusedResize(
  pod: Pod,
  allocated: ReadonlyMap<string, ResourceRequirements>,
  { memorySwap, cpuManagerPolicy }: KubeletSettings,
): PendingVerdict | undefined {
  const changes = (resource: 'cpu' | 'memory', fields: readonly ('requests' | 'limits')[]) =>
    [...desiredResources(pod)].some(([name, desired]) =>
      fields.some(
        (field) => amountOf(desired[field], resource) !== amountOf(allocated.get(name)?.[field], resource),
      ),
    );
  const { qosClass } = pod.status ?? {};
  if (cpuManagerPolicy === 'static' && qosClass === 'Guaranteed' && changes('cpu', ['requests', 'limits']))
    return {
      reason: 'Infeasible',
      message: 'Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "static"',
    };
  if (
    memorySwap?.swapBehavior === 'LimitedSwap' &&
    qosClass === 'Burstable' &&
    changes('memory', ['requests'])
  )
    return { reason: 'Infeasible', message: 'In-place resize of containers with swap is not supported.' };
  return undefined;
}

/** The order in which pending resizes are tried. */
export interface ResizeCandidate {
  readonly raisesRequests: boolean;
  readonly priority: number;
  readonly qosClass: string;
  readonly sinceMs: number;
}

const QOS_RANK: Readonly<Record<string, number>> = { Guaranteed: 0, Burstable: 1, BestEffort: 2 };

/**
 * Those that raise no request first, then by priority, QoS class and how long they wait (Kubernetes 1.37,
 * pkg/kubelet/allocation, allocation_manager.go, `sortPendingResizes`).
 */
export function compareResizes(one: ResizeCandidate, other: ResizeCandidate): number {
  return (
    Number(one.raisesRequests) - Number(other.raisesRequests) ||
    other.priority - one.priority ||
    (QOS_RANK[one.qosClass] ?? 2) - (QOS_RANK[other.qosClass] ?? 2) ||
    one.sinceMs - other.sinceMs
  );
}

/** The resources of every container that may be resized, by name. */
export function desiredResources(pod: Pod): Map<string, ResourceRequirements> {
  const sidecars = (pod.spec.initContainers ?? []).filter(
    (container) => container.restartPolicy === 'Always',
  );
  return new Map(
    [...pod.spec.containers, ...sidecars].map((container) => [container.name, container.resources ?? {}]),
  );
}

/** The CPU and memory requests in a set of requirements. */
export function totalRequest(all: Iterable<ResourceRequirements>): Request {
  let cpu = 0;
  let memory = 0;
  for (const requirements of all) {
    const request = amounts(requirements.requests);
    cpu += request.cpu;
    memory += request.memory;
  }
  return { cpu, memory };
}

export function resourcesDiffer(one: ResourceRequirements, other: ResourceRequirements): boolean {
  return changedResources(one, other).length > 0;
}

/** Which of CPU and memory differ, as request or as limit. */
export function changedResources(
  one: ResourceRequirements,
  other: ResourceRequirements,
): ('cpu' | 'memory')[] {
  return (['cpu', 'memory'] as const).filter(
    (resource) =>
      amountOf(one.requests, resource) !== amountOf(other.requests, resource) ||
      amountOf(one.limits, resource) !== amountOf(other.limits, resource),
  );
}

function amountOf(list: ResourceList | undefined, resource: 'cpu' | 'memory'): number | undefined {
  return list?.[resource] === undefined ? undefined : amounts(list)[resource];
}

/** Whether the change must restart the container, by its resize policy. */
export function needsRestart(pod: Pod, name: string, changed: readonly string[]): boolean {
  const container = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find(
    (each) => each.name === name,
  );
  return (container?.resizePolicy ?? []).some(
    (policy) => policy.restartPolicy === 'RestartContainer' && changed.includes(policy.resourceName),
  );
}

/**
 * Why a lower memory limit cannot be set now; undefined if it can. The number is the use of the whole pod (Kubernetes
 * 1.37, pkg/kubelet/kuberuntime, kuberuntime_manager.go).
 */
export function memoryLimitObstacle(
  container: string,
  allocated: ResourceRequirements,
  { own, ofPod }: { own: number; ofPod: number },
): string | undefined {
  if (allocated.limits?.memory === undefined) return undefined;
  const limit = amounts(allocated.limits).memory;
  if (own < limit) return undefined;
  return `attempting to set container "${container}" memory limit (${limit}) below current usage (${Math.floor(ofPod)})`;
}
