import type { Pod } from '../../objects/types';
import { mayTake, waitingPeers } from './free-capacity';
import { freeOf, type NodeAccount } from './node-account';
import type { NodeIndex, WaitingPod } from './node-index';
import { fits, minus, type PodDemand, plus, podNeed, sum } from './pod-need';
import { isDaemon, isStatic, mayUseNow, shapeOf } from './pod-shape';

/** What there is for a new pod and its siblings, by node. */
export interface CapacityForNew {
  readonly capacities: readonly PodDemand[];
  /** The pod and its siblings that are still to come: each is answered alike. */
  readonly pods: number;
}

/**
 * What each node that a new pod may use has left for it now, once those have their place that wait for one. Nodes that
 * take no pods for a while count if it would wait for one of them anyway. Undefined if some node surely has room for
 * what is asked, or if nothing can be said of it: no node is known, every node runs such a pod, or capacity comes with
 * each pod.
 * @param siblings replicas that its controller still has to create besides it
 * @throws QuantityError
 */
export function capacityForNew(
  nodeIndex: NodeIndex,
  pod: Pod,
  { asked, siblings }: { asked: PodDemand; siblings: number },
): CapacityForNew | undefined {
  if (!nodeIndex.hasNodes || isDaemon(pod) || isStatic(pod)) return undefined;
  const shape = shapeOf(pod);
  const waiting = waitingPeers(nodeIndex, (uid) => uid === pod.metadata.uid);
  const together = sum([
    ...waiting.map(({ need }) => need),
    { cpu: asked.cpu * (siblings + 1), memory: asked.memory * (siblings + 1) },
  ]);
  const open: Left[] = [];
  const closed: Left[] = [];
  for (const node of nodeIndex.nodesFor(shape)) {
    if (node.isPerPod) return undefined;
    const left = leftOn(nodeIndex, node, pod);
    if (!mayUseNow(shape, node)) {
      if (!node.isCordoned && left.slots > 0) closed.push(left);
      continue;
    }
    if (left.slots > waiting.length + siblings && fits(together, left.freeCapacity)) return undefined;
    if (left.slots > 0) open.push(left);
  }
  for (const one of waiting) place(one, open, nodeIndex);
  const stated = podNeed(pod);
  const isOpen = open.some(({ slots, freeCapacity }) => slots > 0 && fits(stated, freeCapacity));
  const counted = isOpen ? open : [...open, ...closed];
  return {
    capacities: counted.filter(({ slots }) => slots > 0).map(({ freeCapacity }) => freeCapacity),
    pods: siblings + 1,
  };
}

interface Left {
  readonly node: NodeAccount;
  freeCapacity: PodDemand;
  /** How many pods more it takes. */
  slots: number;
}

/** What a node has left, with what the pod itself has of it. */
function leftOn(nodeIndex: NodeIndex, node: NodeAccount, { metadata, spec }: Pod): Left {
  const isOwn = node.name === spec.nodeName;
  return {
    node,
    freeCapacity: isOwn ? plus(freeOf(node), nodeIndex.chargeOf(metadata.uid ?? '')) : freeOf(node),
    slots: node.slots - node.pods + (isOwn ? 1 : 0),
  };
}

function place(waiting: WaitingPod, open: readonly Left[], nodeIndex: NodeIndex): void {
  const found = open.find(
    ({ node, freeCapacity, slots }) =>
      slots > 0 && fits(waiting.need, freeCapacity) && mayTake(nodeIndex, waiting, node),
  );
  if (!found) return;
  found.freeCapacity = minus(found.freeCapacity, waiting.need);
  found.slots--;
}
