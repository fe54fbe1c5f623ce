import { extendedRequests } from '@/sandbox/scheduler/extended-resources';
import type { AllocatedNode } from '@/sandbox/scheduler/ledger';
import { podRequest, type Request } from '@/sandbox/scheduler/pod-requests';
import { isKeptOff } from '@/sandbox/scheduler/taints';
import type { Pod } from '@/server/objects/types';

/** Why a node cannot take a pod, in the scheduler's words. */
type Obstacle =
  | `Insufficient ${string}`
  | 'Too many pods'
  | 'node(s) were unschedulable'
  | 'node(s) had untolerated taint(s)'
  | "node(s) didn't match Pod's node affinity/selector";

type NodeChoice =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'none'; readonly message: string };

/** Taints with them keep pods off a node; `NoExecute` ends none here that runs. */
const KEEPING_OFF = ['NoSchedule', 'NoExecute'];

/** The emptiest node that can take the pod. */
export function chooseNode(pod: Pod, nodes: Iterable<AllocatedNode>): NodeChoice {
  const request = podRequest(pod);
  const extended = extendedRequests(pod);
  const pinned = pinnedNode(pod);
  const obstacles = new Map<Obstacle, number>();
  let best: AllocatedNode | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const node of nodes) {
    count++;
    const found = obstaclesOn(node, pod, request, pinned);
    for (const [name, amount] of extended)
      if ((node.usedExtended.get(name) ?? 0) + amount > (node.extended.get(name) ?? 0))
        found.push(`Insufficient ${name}`);
    for (const obstacle of found) obstacles.set(obstacle, (obstacles.get(obstacle) ?? 0) + 1);
    if (found.length > 0) continue;
    const score = emptiness(node, request);
    if (score <= bestScore) continue;
    best = node;
    bestScore = score;
  }
  if (best) return { kind: 'node', name: best.name };
  if (count === 0) return { kind: 'none', message: 'no nodes available to schedule pods' };
  const reasons = [...obstacles].map(([obstacle, nodes]) => `${nodes} ${obstacle}`).sort();
  return { kind: 'none', message: `0/${count} nodes are available: ${reasons.join(', ')}.` };
}

function obstaclesOn(
  node: AllocatedNode,
  pod: Pod,
  request: Request,
  pinned: string | undefined,
): Obstacle[] {
  if (node.unschedulable && !toleratesUnschedulable(pod)) return ['node(s) were unschedulable'];
  if (isKeptOff(pod, node.taints, KEEPING_OFF)) return ['node(s) had untolerated taint(s)'];
  const matches =
    (pinned === undefined || pinned === node.name) &&
    Object.entries(pod.spec.nodeSelector ?? {}).every(([label, value]) => node.labels[label] === value);
  if (!matches) return ["node(s) didn't match Pod's node affinity/selector"];
  const found: Obstacle[] = [];
  if (node.used.pods + 1 > node.allocatable.pods) found.push('Too many pods');
  if (request.cpu > 0 && node.used.cpu + request.cpu > node.allocatable.cpu) found.push('Insufficient cpu');
  if (request.memory > 0 && node.used.memory + request.memory > node.allocatable.memory) {
    found.push('Insufficient memory');
  }
  return found;
}

/** The mean share of CPU and memory left free with the pod on it; fewer pods break ties. */
function emptiness(node: AllocatedNode, request: Request): number {
  const cpu = 1 - (node.used.cpu + request.cpu) / Math.max(1, node.allocatable.cpu);
  const memory = 1 - (node.used.memory + request.memory) / Math.max(1, node.allocatable.memory);
  return (cpu + memory) / 2 - node.used.pods * 1e-6;
}

interface Affinity {
  nodeAffinity?: {
    requiredDuringSchedulingIgnoredDuringExecution?: {
      nodeSelectorTerms?: { matchFields?: { key: string; operator: string; values?: string[] }[] }[];
    };
  };
}

/** The one node that a daemon's pod may run on. */
function pinnedNode(pod: Pod): string | undefined {
  const { affinity } = pod.spec as Pod['spec'] & { affinity?: Affinity };
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return terms?.[0]?.matchFields?.find((field) => field.key === 'metadata.name')?.values?.[0];
}

function toleratesUnschedulable(pod: Pod): boolean {
  const { tolerations } = pod.spec as Pod['spec'] & { tolerations?: { key?: string; operator?: string }[] };
  return tolerations?.some((each) => each.key === 'node.kubernetes.io/unschedulable') ?? false;
}
