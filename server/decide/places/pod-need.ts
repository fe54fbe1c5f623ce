import { amountsFrom } from '../../objects/quantity';
import type { Container, ContainerStatus, Pod, ResourceList } from '../../objects/types';

/** What a pod takes of a node: millicores and bytes. */
export interface PodDemand {
  readonly cpu: number;
  readonly memory: number;
}

export const NOTHING_NEEDED: PodDemand = { cpu: 0, memory: 0 };

/**
 * What the scheduler counts a pod for: its containers with their sidecars, or an init container beside the sidecars
 * before it if that is more; the requests of the pod as a whole win, the overhead is added. While a resize is under
 * way a container counts for the largest of what it should have, was given and has.
 * https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 * @throws QuantityError
 */
export function podNeed(pod: Pod): PodDemand {
  const { spec, status } = pod;
  const isInfeasible = status?.conditions?.some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
  const statusOf = statusesByName(status);
  const of = (container: Container): PodDemand => {
    const wanted = needFrom(container.resources?.requests);
    const found = statusOf(container.name);
    if (!found?.allocatedResources && !found?.resources) return wanted;
    const given = larger(needFrom(found.allocatedResources), needFrom(found.resources?.requests));
    return isInfeasible ? given : larger(wanted, given);
  };
  let whole = sum(spec.containers.map(of));
  let sidecars = NOTHING_NEEDED;
  let start = NOTHING_NEEDED;
  for (const container of spec.initContainers ?? []) {
    const together = plus(sidecars, of(container));
    if (container.restartPolicy === 'Always') sidecars = together;
    else start = larger(start, together);
  }
  whole = larger(plus(whole, sidecars), start);
  const stated = amountsFrom(spec.resources?.requests);
  return plus(
    { cpu: stated.cpu ?? whole.cpu, memory: stated.memory ?? whole.memory },
    needFrom(spec.overhead),
  );
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

/** Whether it fits; what is not asked for fits where there is less than nothing left. */
export function fits({ cpu, memory }: PodDemand, room: PodDemand): boolean {
  return (cpu <= 0 || cpu <= room.cpu) && (memory <= 0 || memory <= room.memory);
}
