import type { KubeletSettings } from '@/sandbox/kubelet/pod-run';
import { extendedIn, extendedRequests } from '@/sandbox/scheduler/extended-resources';
import { isKeptOff, taintsOf } from '@/sandbox/scheduler/taints';
import type { Node, Pod, Taint } from '@/server/objects/types';

/** What a kubelet looks at of its own node before it looks at room. */
export interface NodeState {
  readonly labels: Readonly<Record<string, string>>;
  /** Conditions under which it admits nothing that is not critical. */
  readonly pressures: readonly string[];
  readonly extended: ReadonlyMap<string, number>;
  readonly taints: readonly Taint[];
}

export const WELL: NodeState = { labels: {}, pressures: [], extended: new Map(), taints: [] };

/** From this priority on a pod is critical (kubelet 1.37, types/pod_update.go). */
const CRITICAL_FROM = 2_000_000_000;

export function isCritical({ spec }: Pod): boolean {
  return (spec.priority ?? 0) >= CRITICAL_FROM;
}

/** MemoryPressure keeps nobody waiting. */
const PRESSURES = ['DiskPressure', 'PIDPressure'];

export function stateOf(node: Node): NodeState {
  const { metadata, status } = node;
  return {
    labels: metadata.labels ?? {},
    pressures: (status?.conditions ?? []).flatMap(({ type, status: holds }) =>
      holds === 'True' && PRESSURES.includes(type) ? type : [],
    ),
    extended: extendedIn(status?.allocatable),
    taints: taintsOf(node),
  };
}

/** Why the node admits no resize of the pod, whatever it changes; undefined if it may. */
export function nodeObstacle(pod: Pod, node: NodeState): string | undefined {
  if (node.pressures.length > 0 && !isCritical(pod))
    return `The node had condition: [${node.pressures.join(', ')}]. `;
  for (const [label, value] of Object.entries(pod.spec.nodeSelector ?? {}))
    if (node.labels[label] !== value)
      return "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector";
  for (const [name, requested] of extendedRequests(pod)) {
    const capacity = node.extended.get(name) ?? 0;
    if (requested > capacity)
      return `Node didn't have enough resource: ${name}, requested: ${requested}, used: 0, capacity: ${capacity}`;
  }
  // Of NoExecute alone (kubelet 1.37, lifecycle/predicate.go).
  if (isKeptOff(pod, node.taints, ['NoExecute']))
    return "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate";
  return undefined;
}

/** What the annotation of a node says of its kubelet's configuration; nothing if it cannot be read. */
export function settingsOf({ metadata }: Node): KubeletSettings {
  try {
    return JSON.parse(metadata.annotations?.['sandbox.plumbline.dev/kubelet'] ?? '{}') ?? {};
  } catch {
    return {};
  }
}
