import type { Sliced } from '../../../lib/time/slices';

/** What a pod requests, in millicores and bytes. */
export interface PodSize {
  readonly cpu: number;
  readonly memory: number;
}

/** What a node has for pods that may run anywhere. */
export interface NodeCapacity extends PodSize {
  readonly pods: number;
}

/** How many nodes pods need, if nothing but their requests mattered. */
export interface PackingEstimate {
  nodes: number;
  /** With fewer no packing is possible. */
  least: number;
  /** With so many, one was found; absent if some pods fit nowhere. */
  enough?: number;
  /** Pods that fit nowhere. */
  unplaced: number;
}

const PARTS = ['cpu', 'memory', 'pods'] as const;

/**
 * Packs pods into nodes first-fit decreasing: the largest pod first, into the first node with room, the largest nodes
 * first. What is found bounds the need from above; what the largest nodes hold together bounds it from below.
 */
export function* packing(pods: readonly PodSize[], nodes: readonly NodeCapacity[]): Sliced<PackingEstimate> {
  const { placed, unplaced } = yield* firstFit(pods, nodes);
  return {
    nodes: nodes.length,
    least: leastNodes(pods, nodes),
    ...(unplaced.length === 0 && { enough: placed.length }),
    unplaced: unplaced.length,
  };
}

/** A node, and the pods on it. */
interface Placed {
  readonly node: NodeCapacity;
  readonly pods: readonly PodSize[];
}

interface FreeCapacity {
  cpu: number;
  memory: number;
  pods: number;
}

/** What is placed on each node that is used, and the pods that fit nowhere. */
export function* firstFit(
  pods: readonly PodSize[],
  nodes: readonly NodeCapacity[],
): Sliced<{ placed: Placed[]; unplaced: PodSize[] }> {
  const most = { cpu: largest(nodes, 'cpu'), memory: largest(nodes, 'memory') };
  const weightOf = ({ cpu, memory }: PodSize) => Math.max(cpu / most.cpu, memory / most.memory);
  const capacities = nodes
    .map((node) => ({
      node,
      weight: weightOf(node),
      freeCapacity: { ...node } as FreeCapacity,
      pods: [] as PodSize[],
    }))
    .sort((a, b) => b.weight - a.weight);
  const sorted = pods.map((pod) => ({ pod, weight: weightOf(pod) })).sort((a, b) => b.weight - a.weight);
  const unplaced: PodSize[] = [];
  let before: { pod: PodSize; index: number } | undefined;
  for (const { pod } of sorted) {
    yield;
    // Where one of the same size found no room, this one finds none.
    const isSame = before?.pod.cpu === pod.cpu && before.pod.memory === pod.memory;
    let index = isSame && before ? before.index : 0;
    while (index < capacities.length && !fits(pod, capacities[index]?.freeCapacity)) index++;
    before = { pod, index };
    const found = capacities[index];
    if (!found) {
      unplaced.push(pod);
      continue;
    }
    found.freeCapacity.cpu -= pod.cpu;
    found.freeCapacity.memory -= pod.memory;
    found.freeCapacity.pods--;
    found.pods.push(pod);
  }
  return { placed: capacities.filter(({ pods: on }) => on.length > 0), unplaced };
}

function fits({ cpu, memory }: PodSize, freeCapacity: FreeCapacity | undefined): boolean {
  return (
    freeCapacity !== undefined &&
    freeCapacity.pods >= 1 &&
    freeCapacity.cpu >= cpu &&
    freeCapacity.memory >= memory
  );
}

/** The fewest nodes that hold all of CPU, of memory or of pods together; all of them if they do not. */
function leastNodes(pods: readonly PodSize[], nodes: readonly NodeCapacity[]): number {
  const needs: FreeCapacity = { cpu: 0, memory: 0, pods: pods.length };
  for (const { cpu, memory } of pods) {
    needs.cpu += cpu;
    needs.memory += memory;
  }
  return Math.max(
    ...PARTS.map((part) =>
      fewest(
        needs[part],
        nodes.map((node) => node[part]),
      ),
    ),
  );
}

function fewest(need: number, capacities: readonly number[]): number {
  let left = need;
  let count = 0;
  for (const freeCapacity of [...capacities].sort((a, b) => b - a)) {
    if (left <= 0) break;
    left -= freeCapacity;
    count++;
  }
  return count;
}

function largest(nodes: readonly NodeCapacity[], part: 'cpu' | 'memory'): number {
  return nodes.reduce((most, node) => Math.max(most, node[part]), 1);
}
