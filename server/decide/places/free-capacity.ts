import { freeOf, type NodeAccount } from './node-account';
import type { NodeIndex, WaitingPod } from './node-index';
import { fits, minus, NOTHING_NEEDED, type PodDemand, plus } from './pod-need';
import { mayUseNow } from './pod-shape';

/** The part of what is free that a target may be lowered to; the rest is left for what comes next. */
const USABLE = 0.9;
/** Of more pods that wait, the rest is not counted. */
const MOST_COUNTED = 100;

/**
 * What is left on each of the nodes for some pods beside those that wait for a node and have room on one of these now,
 * less a margin.
 * @param own what the pods give back, by node
 * @param isOwn whether a pod that waits is one of them, by uid
 */
export function freeCapacity(
  nodeIndex: NodeIndex,
  nodes: readonly NodeAccount[],
  { own, isOwn }: { own?: ReadonlyMap<string, PodDemand>; isOwn(uid: string): boolean },
): readonly PodDemand[] {
  const capacities = nodes.map((node) => ({
    node,
    freeCapacity: plus(freeOf(node), own?.get(node.name) ?? NOTHING_NEEDED),
  }));
  for (const waiting of waitingPeers(nodeIndex, isOwn)) {
    const place = capacities.find(
      ({ node, freeCapacity }) => fits(waiting.need, freeCapacity) && mayTake(nodeIndex, waiting, node),
    );
    if (place) place.freeCapacity = minus(place.freeCapacity, waiting.need);
  }
  return capacities.map(({ freeCapacity }) => ({
    cpu: freeCapacity.cpu * USABLE,
    memory: freeCapacity.memory * USABLE,
  }));
}

/** The pods that wait for a node, besides some by uid. */
export function waitingPeers(nodeIndex: NodeIndex, isOwn: (uid: string) => boolean): readonly WaitingPod[] {
  const found: WaitingPod[] = [];
  for (const [uid, waiting] of nodeIndex.waitingPods) {
    if (isOwn(uid)) continue;
    if (found.length >= MOST_COUNTED) break;
    found.push(waiting);
  }
  return found;
}

export function mayTake(nodeIndex: NodeIndex, { shape }: WaitingPod, node: NodeAccount): boolean {
  return mayUseNow(shape, node) && nodeIndex.nodesFor(shape).has(node);
}
