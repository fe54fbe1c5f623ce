import type { Pod } from '../../objects/types';
import { freeOf, type NodeAccount } from './node-account';
import type { NodeIndex } from './node-index';
import { fits, minus, type PodDemand, plus, podNeed, sum } from './pod-need';
import { isDaemon, isStatic, mayUseNow, type PodShape, shapeOf } from './pod-shape';

/** Of more pods that wait or are to come, the rest is not counted. */
const MOST_COUNTED = 100;

/**
 * What each node that a new pod may use has left for it now, once those have their place that wait for one and its
 * siblings that are still to come, as they are stated. Undefined if some node surely has room for what is asked, or if
 * nothing can be said of it: no node is known, every node runs such a pod, or capacity comes with each pod.
 * @param siblings replicas that its controller still has to create besides it
 * @throws QuantityError
 */
export function capacityForNew(
  nodeIndex: NodeIndex,
  pod: Pod,
  { asked, siblings }: { asked: PodDemand; siblings: number },
): readonly PodDemand[] | undefined {
  if (!nodeIndex.hasNodes || isDaemon(pod) || isStatic(pod)) return undefined;
  const others = othersFor(nodeIndex, pod, siblings);
  const most = plus(asked, sum(others.map(({ need }) => need)));
  const open: Open[] = [];
  for (const node of nodeIndex.nodesFor(shapeOf(pod))) {
    if (node.isPerPod) return undefined;
    if (!mayUseNow(shapeOf(pod), node)) continue;
    const isOwn = node.name === pod.spec.nodeName;
    const room = isOwn ? plus(freeOf(node), nodeIndex.chargeOf(pod.metadata.uid ?? '')) : freeOf(node);
    const slots = node.slots - node.pods + (isOwn ? 1 : 0);
    if (slots > others.length && fits(most, room)) return undefined;
    if (slots > 0) open.push({ node, room, slots });
  }
  for (const { need, shape } of others) {
    const place = open.find(
      ({ node, room, slots }) =>
        slots > 0 && fits(need, room) && mayUseNow(shape, node) && nodeIndex.nodesFor(shape).has(node),
    );
    if (!place) continue;
    place.room = minus(place.room, need);
    place.slots--;
  }
  return open.filter(({ slots }) => slots > 0).map(({ room }) => room);
}

interface Open {
  readonly node: NodeAccount;
  room: PodDemand;
  slots: number;
}

interface Other {
  readonly need: PodDemand;
  readonly shape: PodShape;
}

/** Those that have a claim before it. */
function othersFor(nodeIndex: NodeIndex, pod: Pod, siblings: number): readonly Other[] {
  const others: Other[] = [];
  for (const [uid, waiting] of nodeIndex.waitingPods) {
    if (others.length >= MOST_COUNTED) break;
    if (uid !== pod.metadata.uid) others.push(waiting);
  }
  const own: Other = { need: podNeed(pod), shape: shapeOf(pod) };
  return [...others, ...Array<Other>(Math.min(siblings, MOST_COUNTED)).fill(own)];
}
