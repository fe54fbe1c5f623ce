import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Container, ContainerStatus, Pod, ResourceList } from '@/server/objects/types';

/** CPU in millicores and memory in bytes that a pod requests of a node. */
export interface Request {
  readonly cpu: number;
  readonly memory: number;
}

const NOTHING: Request = { cpu: 0, memory: 0 };

/**
 * What the scheduler takes for a container that states none when it compares nodes, so that such pods do not all come
 * to one (Kubernetes 1.37, pkg/scheduler/util, pod_resources.go).
 */
export const TAKEN_FOR_UNSTATED: Request = { cpu: 100, memory: 200 * 2 ** 20 };

/**
 * What a pod counts for on a node: for each container the largest of its desired resources (unless the
 * kubelet called them infeasible), its allocated and its actual ones; sidecars run beside the containers,
 * other init containers before them; pod-level requests win over the sum, and the overhead is added.
 * @param unstated what a container counts for that states no request of a resource
 */
export function podRequest(pod: Pod, unstated = NOTHING): Request {
  const infeasible = pod.status?.conditions?.some(
    (condition) => condition.type === 'PodResizePending' && condition.reason === 'Infeasible',
  );
  const statuses = new Map(
    [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])].map((status) => [
      status.name,
      status,
    ]),
  );
  const of = (container: Container): Request => {
    const request = containerRequest(container, statuses.get(container.name), infeasible === true);
    const { cpu, memory } = container.resources?.requests ?? {};
    return {
      cpu: cpu === undefined ? Math.max(request.cpu, unstated.cpu) : request.cpu,
      memory: memory === undefined ? Math.max(request.memory, unstated.memory) : request.memory,
    };
  };
  let cpu = 0;
  let memory = 0;
  for (const container of pod.spec.containers) {
    const request = of(container);
    cpu += request.cpu;
    memory += request.memory;
  }
  let sidecars: Request = { cpu: 0, memory: 0 };
  let initPeak: Request = { cpu: 0, memory: 0 };
  for (const container of pod.spec.initContainers ?? []) {
    const request = of(container);
    const together = { cpu: sidecars.cpu + request.cpu, memory: sidecars.memory + request.memory };
    if (container.restartPolicy === 'Always') sidecars = together;
    else {
      initPeak = {
        cpu: Math.max(initPeak.cpu, together.cpu),
        memory: Math.max(initPeak.memory, together.memory),
      };
    }
  }
  const whole = pod.spec.resources?.requests;
  const overhead = amounts(pod.spec.overhead);
  return {
    cpu:
      (whole?.cpu === undefined ? Math.max(cpu + sidecars.cpu, initPeak.cpu) : amounts(whole).cpu) +
      overhead.cpu,
    memory:
      (whole?.memory === undefined
        ? Math.max(memory + sidecars.memory, initPeak.memory)
        : amounts(whole).memory) + overhead.memory,
  };
}

function containerRequest(
  container: Container,
  status: ContainerStatus | undefined,
  infeasible: boolean,
): Request {
  const desired = amounts(container.resources?.requests);
  if (!status?.allocatedResources && !status?.resources) return desired;
  const allocated = amounts(status.allocatedResources);
  const actual = amounts(status.resources?.requests);
  const wanted = infeasible ? { cpu: 0, memory: 0 } : desired;
  return {
    cpu: Math.max(wanted.cpu, allocated.cpu, actual.cpu),
    memory: Math.max(wanted.memory, allocated.memory, actual.memory),
  };
}

/** Millicores and bytes of a resource list; 0 if not listed. */
export function amounts(list: ResourceList | undefined): Request {
  return {
    cpu: list?.cpu === undefined ? 0 : cpuFrom(list.cpu),
    memory: list?.memory === undefined ? 0 : memoryFrom(list.memory),
  };
}
