import { amountsFrom } from '../../objects/quantity';
import type { Container, ContainerStatus, Pod, ResourceList } from '../../objects/types';
import { type Amounts, RESOURCES } from '../../objects/units';

/** What a pod takes of a node: millicores and bytes. */
export interface PodDemand {
  readonly cpu: number;
  readonly memory: number;
}

export const NOTHING_NEEDED: PodDemand = { cpu: 0, memory: 0 };

/** The first version whose scheduler takes the largest of sums over the pod. */
const SUMS_UP_FROM = 37;

/** What of each container counts: one of its lists of requests. */
type Counted = (container: Container) => PodDemand;

/**
 * What the scheduler counts a pod for: its containers with their sidecars, or an init container beside the sidecars
 * before it if that is more; the requests of the pod as a whole win, the overhead is added. While a resize is under way
 * that is the largest of what is asked, was granted and is in force: of the sums over the pod from 1.37 on, and before
 * of each container, which is never less (component-helpers v0.36.3 and v0.37.2, resource/helpers.go, `PodRequests`).
 * https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 * @param kubeletMinor of its node, the 37 of `v1.37.2`; a scheduler is as new or newer
 * @throws QuantityError
 */
export function podNeed(pod: Pod, kubeletMinor = 0): PodDemand {
  const { spec, status } = pod;
  const isInfeasible = status?.conditions?.some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
  const statusOf = statusesByName(status);
  const asked: Counted = ({ resources }) => needFrom(resources?.requests);
  const fallback: Counted = isInfeasible ? () => NOTHING_NEEDED : asked;
  const granted: Counted = (container) => {
    const allocated = statusOf(container.name)?.allocatedResources;
    return allocated ? needFrom(allocated) : fallback(container);
  };
  const inForce: Counted = (container) => {
    const requests = statusOf(container.name)?.resources?.requests;
    return requests ? needFrom(requests) : granted(container);
  };
  const lists = [...(isInfeasible ? [] : [asked]), granted, inForce];
  const mostOfEach: Counted = (container) => lists.map((list) => list(container)).reduce(larger);
  const containers =
    kubeletMinor >= SUMS_UP_FROM
      ? lists.map((list) => together(spec, list)).reduce(larger)
      : together(spec, mostOfEach);
  return plus({ ...containers, ...wholeNeed(pod, isInfeasible) }, needFrom(spec.overhead));
}

/**
 * The same of a pod that is not made yet, once its containers and the pod as a whole request this; undefined stays as
 * stated.
 * @throws QuantityError
 */
export function requestedNeed(
  spec: Pod['spec'],
  requestsOf: (container: Container) => Amounts | undefined,
  whole?: Amounts,
): PodDemand {
  const of: Counted = (container) => {
    const stated = needFrom(container.resources?.requests);
    const { cpu = stated.cpu, memory = stated.memory } = requestsOf(container) ?? stated;
    return { cpu, memory };
  };
  const all = together(spec, of);
  const stated = amountsFrom(spec.resources?.requests);
  const cpu = whole?.cpu ?? stated.cpu ?? all.cpu;
  const memory = whole?.memory ?? stated.memory ?? all.memory;
  return plus({ cpu, memory }, needFrom(spec.overhead));
}

function together({ containers, initContainers = [] }: Pod['spec'], of: Counted): PodDemand {
  let sidecars = NOTHING_NEEDED;
  let start = NOTHING_NEEDED;
  for (const container of initContainers) {
    const beside = plus(sidecars, of(container));
    if (container.restartPolicy === 'Always') sidecars = beside;
    else start = larger(start, beside);
  }
  return larger(plus(sum(containers.map(of)), sidecars), start);
}

/** What it requests as a whole; while that is resized, the most of what is asked, was granted and is in force. */
function wholeNeed({ spec, status }: Pod, isInfeasible = false): Partial<PodDemand> {
  const stated = amountsFrom(spec.resources?.requests);
  if (!status?.resources) return stated;
  const lists = [status.allocatedResources, status.resources.requests].map((list) => amountsFrom(list));
  const need: { cpu?: number; memory?: number } = {};
  for (const resource of RESOURCES) {
    const amount = stated[resource];
    if (amount === undefined) continue;
    const given = Math.max(...lists.map((list) => list[resource] ?? 0));
    need[resource] = isInfeasible && given > 0 ? given : Math.max(amount, given);
  }
  return need;
}

/** Few are searched faster than they are indexed. */
const FEW = 16;

function statusesByName(status: Pod['status']): (name: string) => ContainerStatus | undefined {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  if (all.length <= FEW) return (name) => all.find((one) => one.name === name);
  const byName = new Map(all.map((one) => [one.name, one]));
  return (name) => byName.get(name);
}

function needFrom(list: ResourceList | undefined): PodDemand {
  if (!list) return NOTHING_NEEDED;
  const { cpu = 0, memory = 0 } = amountsFrom(list);
  return { cpu, memory };
}

export function plus(a: PodDemand, b: PodDemand): PodDemand {
  return { cpu: a.cpu + b.cpu, memory: a.memory + b.memory };
}

export function minus(a: PodDemand, b: PodDemand): PodDemand {
  return { cpu: a.cpu - b.cpu, memory: a.memory - b.memory };
}

export function larger(a: PodDemand, b: PodDemand): PodDemand {
  return { cpu: Math.max(a.cpu, b.cpu), memory: Math.max(a.memory, b.memory) };
}

export function sum(needs: readonly PodDemand[]): PodDemand {
  return needs.reduce(plus, NOTHING_NEEDED);
}

/**
 * Whether it fits; what is not asked for fits where there is less than nothing left (Kubernetes 1.37,
 * pkg/scheduler/framework/plugins/noderesources, fit.go, `fitsRequest`).
 */
export function fits({ cpu, memory }: PodDemand, freeCapacity: PodDemand): boolean {
  return (cpu <= 0 || cpu <= freeCapacity.cpu) && (memory <= 0 || memory <= freeCapacity.memory);
}
