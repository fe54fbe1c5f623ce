import type { FittingPod, FitView, NodeNeeds, NodeView } from '../../contract/nodes';
import { type NodeCapacity, type PodSize, packing } from '../../decide/estimators/nodes/packing';
import type { Both } from '../../decide/pods/money/price';
import type { Sliced } from '../../lib/time/slices';
import type { NodesHandle, PodOfNode } from '../../nodes/handle';

/** A node that says nothing takes as many pods as a kubelet does by default. */
const USUAL_PODS = 110;

/** By how much the request of a pod differs, by namespace and name. */
export type Changes = ReadonlyMap<string, Both>;

export const neededPodKey = ({ namespace, name }: Pick<PodOfNode, 'namespace' | 'name'>): string =>
  `${namespace}/${name}`;

/** What the pods of each node request with these changes, and what that needs of the nodes. */
export interface Requested {
  readonly byNode: ReadonlyMap<string, Both>;
  readonly needs: NodeNeeds;
}

/**
 * Adds up the pods of every node with `changes`, and packs those that may run anywhere into the nodes that take pods.
 * Pods of DaemonSets stay where they are; labels, taints, affinity and volumes count for nothing.
 */
export function* requestedOn(
  views: readonly NodeView[],
  podsOn: NodesHandle['podsOn'],
  changes: Changes,
): Sliced<Requested> {
  const byNode = new Map<string, Both>();
  const free: PodSize[] = [];
  const capacities: NodeCapacity[] = [];
  let fits: Record<'cpu' | 'memory', FittingPod> | undefined;
  for (const view of views) {
    const sum = { cpu: 0, memory: 0 };
    const bound = { cpu: 0, memory: 0, pods: 0 };
    const movable: PodSize[] = [];
    for (const pod of podsOn(view.name)) {
      const size = podSize(pod, changes);
      addTo(sum, size);
      if (pod.isOfNode) {
        addTo(bound, size);
        bound.pods++;
      } else movable.push(size);
      yield;
    }
    byNode.set(view.name, sum);
    const capacity = capacityOf(view);
    if (!capacity) continue;
    free.push(...movable);
    capacities.push({
      cpu: Math.max(0, capacity.cpu - bound.cpu),
      memory: Math.max(0, capacity.memory - bound.memory),
      pods: Math.max(0, capacity.pods - bound.pods),
    });
    const fit = leftOn(view, { ...sum, pods: bound.pods + movable.length });
    if ('full' in fit) continue;
    const left = { node: view.name, ...fit };
    fits = {
      cpu: fits && fits.cpu.cpu >= left.cpu ? fits.cpu : left,
      memory: fits && fits.memory.memory >= left.memory ? fits.memory : left,
    };
  }
  return { byNode, needs: { ...(fits && { fits }), packing: yield* packing(free, capacities) } };
}

/** The largest pod that a node still takes beside what is on it, or why it takes none. */
export function leftOn(view: NodeView, taken: NodeCapacity): FitView {
  const capacity = capacityOf(view);
  if (!capacity) return { full: 'closed' };
  if (taken.pods >= capacity.pods) return { full: 'pods' };
  const left = { cpu: capacity.cpu - taken.cpu, memory: capacity.memory - taken.memory };
  if (left.cpu <= 0) return { full: 'cpu' };
  return left.memory <= 0 ? { full: 'memory' } : left;
}

/** A pod with what it requests, in millicores and bytes. */
type SizedPod = Pick<PodOfNode, 'namespace' | 'name'> & { readonly requested: Partial<Both> };

export function podSize(pod: SizedPod, changes: Changes): Both {
  const change = changes.get(neededPodKey(pod));
  return {
    cpu: Math.max(0, (pod.requested.cpu ?? 0) + (change?.cpu ?? 0)),
    memory: Math.max(0, (pod.requested.memory ?? 0) + (change?.memory ?? 0)),
  };
}

export function addTo(sum: Both, size: Both): void {
  sum.cpu += size.cpu;
  sum.memory += size.memory;
}

/** Undefined for a node that takes no pod. */
function capacityOf({ cpu, memory, isCordoned, state, podsAllocatable }: NodeView): NodeCapacity | undefined {
  if (isCordoned || state === 'not-ready') return undefined;
  if (cpu.allocatable === undefined || memory.allocatable === undefined) return undefined;
  return { cpu: cpu.allocatable, memory: memory.allocatable, pods: podsAllocatable ?? USUAL_PODS };
}
