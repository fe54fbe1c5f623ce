import { demandThatFits } from '../../decide/places/demand-that-fits';
import { closestTo, fillsOneOf } from '../../decide/places/pareto-front';
import { larger, minus, NOTHING_NEEDED, type PodDemand, podNeed } from '../../decide/places/pod-need';
import { scaleAmount, withAmount } from '../../decide/pods/proportions';
import { nativeSidecars, withSizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import type { NamedRecommendation } from './post-process';

/** What a cut to a node changes: the target, and the lower bound if it is above it. */
export const CUT_BOUNDS = ['target', 'lowerBound'] as const;

/** The amounts of one container. */
type Recommended = Pick<NamedRecommendation, 'container' | 'target'>;

/** Where the pods of a VPA may run, and what they are besides what is recommended. */
export interface PodCapacity {
  /** The most that one pod can get on any node it may use: no other node has more of both. None if none is known. */
  readonly nodes: readonly PodDemand[];
  /** A pod of each kind that the VPA has. */
  readonly kinds: readonly Pod[];
  /** Pods that must find room on these nodes, since some of them waited for it; absent if none did lately. */
  readonly crowds?: readonly { readonly pods: number; readonly capacities: readonly PodDemand[] }[];
}

/** What is left on those nodes for the recommended containers, once the rest of the pod has what it requests. */
export function capacityForRecommended(
  recommended: readonly Recommended[],
  { nodes, kinds }: PodCapacity,
): readonly PodDemand[] {
  const rest = restOf(recommended, kinds);
  if (rest.cpu === 0 && rest.memory === 0) return nodes;
  return nodes.map((node) => larger(minus(node, rest), NOTHING_NEEDED));
}

/**
 * Caps the recommendations of a pod's containers to what a node can give them together, each in proportion; CPU and
 * memory of one node, that which leaves the most of both. Returns the same list if they fit, or if no node is known.
 * @param pods the containers of each kind of pod; by default all are in one
 */
export function fitToNodes(
  recommended: NamedRecommendation[],
  capacity: PodCapacity | undefined,
  pods?: readonly (readonly string[])[],
): NamedRecommendation[] {
  const node = freestNode(recommended, capacity, pods);
  if (!node) return recommended;
  let fitted = recommended;
  for (const bound of CUT_BOUNDS)
    for (const resource of RESOURCES) fitted = fitBound(fitted, { bound, resource, pods }, node[resource]);
  return fitted;
}

/**
 * Lowers the recommendations to what the nodes have room for now, if pods of the VPA wait for it. Returns the same list
 * if all have room.
 */
export function fitToCrowds(
  recommended: NamedRecommendation[],
  capacity: PodCapacity | undefined,
  pods?: readonly (readonly string[])[],
): NamedRecommendation[] {
  const most = capacity && capacityInCrowds(recommended, capacity, pods);
  if (!most) return recommended;
  let fitted = recommended;
  for (const bound of CUT_BOUNDS)
    for (const resource of RESOURCES) fitted = fitBound(fitted, { bound, resource, pods }, most[resource]);
  return fitted;
}

/** What a pod's recommended containers may have together; undefined if nothing must be less. */
export function capacityInCrowds(
  recommended: readonly Recommended[],
  { kinds, crowds = [] }: PodCapacity,
  pods?: readonly (readonly string[])[],
): PodDemand | undefined {
  if (crowds.length === 0) return undefined;
  const target = largestPod(recommended, pods);
  const rest = restOf(recommended, kinds);
  let [cpu, memory] = [1, 1];
  for (const crowd of crowds) {
    const part = demandThatFits({ pods: crowd.pods, target, rest }, crowd.capacities);
    cpu = Math.min(cpu, part?.cpu ?? 1);
    memory = Math.min(memory, part?.memory ?? 1);
  }
  if (cpu === 1 && memory === 1) return undefined;
  return { cpu: Math.floor(target.cpu * cpu), memory: Math.floor(target.memory * memory) };
}

/** What the node leaves for the recommended containers that suits them best; undefined if none is known. */
export function freestNode(
  recommended: readonly Recommended[],
  capacity: PodCapacity | undefined,
  pods?: readonly (readonly string[])[],
): PodDemand | undefined {
  if (!capacity || capacity.nodes.length === 0) return undefined;
  return closestTo(largestPod(recommended, pods), capacityForRecommended(recommended, capacity));
}

/** Whether these targets fill a node that the pods may use, as those that are cut to it do. */
export function fillNode(
  recommended: readonly Recommended[],
  resource: Resource,
  capacity: PodCapacity | undefined,
): boolean {
  return (
    capacity !== undefined &&
    fillsOneOf(capacityForRecommended(recommended, capacity), largestPod(recommended), resource)
  );
}

/** The most that a node leaves for one container beside the targets of the others; undefined if none is known. */
export function mostForOne(
  container: string,
  recommended: readonly Recommended[],
  resource: Resource,
  capacity: PodCapacity | undefined,
): number | undefined {
  if (!capacity || capacity.nodes.length === 0) return undefined;
  const most = Math.max(...capacityForRecommended(recommended, capacity).map((node) => node[resource]));
  const others = recommended.filter((one) => one.container !== container);
  return Math.max(
    0,
    others.reduce((left, { target }) => left - (target[resource] ?? 0), most),
  );
}

/** What the targets of the containers of a pod are together; of several kinds of pods, the most. */
function largestPod(
  recommended: readonly Recommended[],
  pods: readonly (readonly string[])[] = [recommended.map(({ container }) => container)],
): PodDemand {
  let most = NOTHING_NEEDED;
  for (const pod of pods) {
    const own = recommended.filter(({ container }) => pod.includes(container));
    const totalOf = (resource: Resource) => own.reduce((sum, { target }) => sum + (target[resource] ?? 0), 0);
    most = larger(most, { cpu: totalOf('cpu'), memory: totalOf('memory') });
  }
  return most;
}

/** What a pod requests besides the recommended amounts; of several kinds of pods, the most. */
function restOf(recommended: readonly Recommended[], kinds: readonly Pod[]): PodDemand {
  let most = NOTHING_NEEDED;
  for (const pod of kinds)
    try {
      most = larger(most, podNeed(withoutRecommended(pod, recommended)));
    } catch {
      // Nothing is known of a pod whose requests cannot be read.
    }
  return most;
}

function withoutRecommended(pod: Pod, recommended: readonly Recommended[]): Pod {
  const spec = withSizedContainers(pod.spec, (container) => {
    const own = recommended.find((one) => one.container === container.name);
    if (!own) return container;
    const requests = { ...container.resources?.requests };
    for (const resource of RESOURCES) if (own.target[resource] !== undefined) delete requests[resource];
    return { ...container, resources: { requests } };
  });
  // What runs before the containers needs its room only until then.
  const initContainers = nativeSidecars(spec);
  return {
    ...pod,
    spec: { ...spec, initContainers: [...initContainers], resources: undefined },
    status: undefined,
  };
}

interface Cut {
  readonly bound: (typeof CUT_BOUNDS)[number];
  readonly resource: Resource;
  readonly pods: readonly (readonly string[])[] | undefined;
}

function fitBound(
  recommended: NamedRecommendation[],
  { bound, resource, pods }: Cut,
  capacity: number,
): NamedRecommendation[] {
  const totalOf = (list: readonly NamedRecommendation[]) =>
    list.reduce((sum, own) => sum + (own[bound][resource] ?? 0), 0);
  const whole = totalOf(recommended);
  if (whole <= capacity) return recommended;
  const totals = pods?.map((pod) => ({
    pod,
    total: totalOf(recommended.filter(({ container }) => pod.includes(container))),
  }));
  return recommended.map((own) => {
    const amount = own[bound][resource];
    // Of a container in several kinds of pods, the one that needs most decides.
    const total = totals
      ? Math.max(0, ...totals.flatMap((one) => (one.pod.includes(own.container) ? one.total : [])))
      : whole;
    return amount === undefined || total <= capacity
      ? own
      : { ...own, [bound]: withAmount(own[bound], resource, scaleAmount(amount, capacity, total)) };
  });
}
