import { type AllocatedNode, spreadWith } from '@/sandbox/scheduler/ledger';
import { podRequest, type Request, TAKEN_FOR_UNSTATED } from '@/sandbox/scheduler/pod-requests';
import type { Pod } from '@/server/objects/types';

/** A node scores up to this by each of what counts. */
const MOST = 100;
/** Replicas apart count twice as much as emptiness and balance (Kubernetes 1.37, `apis/config/v1/default_plugins.go`). */
const SPREAD_WEIGHT = 2;
/** By which label replicas are spread that ask for nothing, and how uneven they may be before it counts in full. */
const APART = [
  { label: 'kubernetes.io/hostname', skew: 3 },
  { label: 'topology.kubernetes.io/zone', skew: 5 },
];

/**
 * What the default scheduler gives each node that can take the pod, 400 at most: how empty it is (`NodeResourcesFit`),
 * how much better its CPU and memory are balanced with the pod (`NodeResourcesBalancedAllocation`) and how few replicas
 * of the same workload are there (`PodTopologySpread` with its defaults), all of Kubernetes 1.37,
 * pkg/scheduler/framework/plugins.
 */
export function scoresOf(pod: Pod, nodes: readonly AllocatedNode[]): readonly number[] {
  const request = podRequest(pod);
  const compared = podRequest(pod, TAKEN_FOR_UNSTATED);
  const isStated = request.cpu > 0 || request.memory > 0;
  const spread = spreadScores(spreadWith(pod), nodes);
  return nodes.map(
    (node, index) =>
      emptiness(node, compared) + (isStated ? balance(node, request) : 0) + (spread[index] ?? 0),
  );
}

function emptiness({ allocatable, used }: AllocatedNode, pod: Request): number {
  const free = (whole: number, taken: number) =>
    whole <= 0 || taken > whole ? 0 : Math.floor(((whole - taken) * MOST) / whole);
  const cpu = free(allocatable.cpu, used.comparedCpu + pod.cpu);
  const memory = free(allocatable.memory, used.comparedMemory + pod.memory);
  return Math.floor((cpu + memory) / 2);
}

/** From half, where the pod makes the node uneven, to all, where it makes an uneven node even. */
function balance({ allocatable, used }: AllocatedNode, pod: Request): number {
  const evenness = (cpu: number, memory: number) => {
    const shares = [cpu / allocatable.cpu, memory / allocatable.memory].map((share) => Math.min(1, share));
    return Math.floor((1 - Math.abs((shares[0] ?? 0) - (shares[1] ?? 0)) / 2) * MOST);
  };
  const change = evenness(used.cpu + pod.cpu, used.memory + pod.memory) - evenness(used.cpu, used.memory);
  return MOST / 2 + Math.floor((MOST / 2 + change) / 2);
}

function spreadScores(workload: string | undefined, nodes: readonly AllocatedNode[]): readonly number[] {
  if (workload === undefined) return nodes.map(() => 0);
  const there = (node: AllocatedNode) => node.used.spread.get(workload) ?? 0;
  const byLabel = APART.map(({ label, skew }) => {
    const counts = new Map<string, number>();
    for (const node of nodes) {
      const value = node.labels[label] ?? '';
      counts.set(value, (counts.get(value) ?? 0) + there(node));
    }
    return { label, skew, counts, weight: Math.log(counts.size + 2) };
  });
  const crowded = nodes.map((node) =>
    Math.round(
      byLabel.reduce((sum, { label, skew, counts, weight }) => {
        const value = node.labels[label];
        return value === undefined ? sum : sum + (counts.get(value) ?? 0) * weight + skew - 1;
      }, 0),
    ),
  );
  const [least, most] = [Math.min(...crowded), Math.max(...crowded)];
  return crowded.map(
    (count) => SPREAD_WEIGHT * (most === 0 ? MOST : Math.floor((MOST * (most + least - count)) / most)),
  );
}
