import type { Pod } from '../../objects/types';
import { GROUP_LABELS } from './node-groups';
import type { NodeIndex } from './node-index';
import type { NodeTraits } from './node-traits';
import { shapeOf } from './pod-shape';

/** What a kubelet may refuse to change in place, whatever the amounts: memory requests where containers swap, and what a static manager gives out. */
export type RefusedPart = 'memory-request' | 'cpu' | 'memory';

const KIND_LABELS = [...GROUP_LABELS, 'karpenter.sh/nodepool', 'node.kubernetes.io/instance-type'];

/**
 * Whether a pod may use a node whose kubelet may do what that of its own node refuses: one without swap, or one of another
 * group or size, since no node tells of its static managers.
 */
export function mayUseOtherKind(
  pod: Pod,
  part: RefusedPart,
  nodes: NodeIndex,
  traitsOf: (node: string) => NodeTraits | undefined,
): boolean {
  const own = nodes.node(pod.spec.nodeName);
  for (const node of nodes.nodesFor(shapeOf(pod))) {
    if (node.name === pod.spec.nodeName) continue;
    if (part === 'memory-request') {
      if (traitsOf(node.name)?.swaps === false) return true;
    } else if (own && KIND_LABELS.some((label) => node.labels[label] !== own.labels[label])) return true;
  }
  return false;
}
