import { extendedRequests } from '@/sandbox/scheduler/extended-resources';
import type { AllocatedNode } from '@/sandbox/scheduler/ledger';
import { podRequest, type Request } from '@/sandbox/scheduler/pod-requests';
import { scoresOf } from '@/sandbox/scheduler/scores';
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

/** Of the nodes that can take the pod the one that scores most. */
export function chooseNode(pod: Pod, nodes: Iterable<AllocatedNode>): NodeChoice {
  const request = podRequest(pod);
  const extended = extendedRequests(pod);
  const pinned = pinnedNode(pod);
  const obstacles = new Map<Obstacle, number>();
  const fit: AllocatedNode[] = [];
  let count = 0;
  for (const node of nodes) {
    count++;
    const found = obstaclesOn(node, pod, request, pinned);
    for (const [name, amount] of extended)
      if ((node.usedExtended.get(name) ?? 0) + amount > (node.extended.get(name) ?? 0))
        found.push(`Insufficient ${name}`);
    for (const obstacle of found) obstacles.set(obstacle, (obstacles.get(obstacle) ?? 0) + 1);
    if (found.length === 0) fit.push(node);
  }
  const best = bestNode(pod, fit);
  if (best) return { kind: 'node', name: best.name };
  if (count === 0) return { kind: 'none', message: 'no nodes available to schedule pods' };
  const reasons = [...obstacles].map(([obstacle, nodes]) => `${nodes} ${obstacle}`).sort();
  return { kind: 'none', message: `0/${count} nodes are available: ${reasons.join(', ')}.` };
}

/** The one with the highest score; of equals the one with the fewest pods, where the real scheduler draws lots. */
function bestNode(pod: Pod, fit: readonly AllocatedNode[]): AllocatedNode | undefined {
  const scores = scoresOf(pod, fit);
  let best = 0;
  fit.forEach((node, index) => {
    const more = (scores[index] ?? 0) - (scores[best] ?? 0) || (fit[best]?.used.pods ?? 0) - node.used.pods;
    if (more > 0) best = index;
  });
  return fit[best];
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
