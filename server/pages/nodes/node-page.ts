import type { NodeDetail, NodePageView } from '../../contract/nodes';
import type { Both } from '../../decide/pods/money/price';
import type { PodOfNode } from '../../nodes/handle';
import { addTo, type Changes, leftOn, neededPodKey, podSize } from './node-needs';

const NO_CHANGES: Changes = new Map();

/** One node with what fits on it now, and once all recommendations were applied; only now without `changes`. */
export function nodePage(
  node: NodeDetail,
  pods: readonly PodOfNode[],
  changes: Changes | undefined,
): NodePageView {
  const sumWith = (applied: Changes): Both => {
    const sum = { cpu: 0, memory: 0 };
    for (const pod of pods) addTo(sum, podSize(pod, applied));
    return sum;
  };
  const fits = (requested: Both) => leftOn(node, { ...requested, pods: pods.length });
  const now = { fits: fits(sumWith(NO_CHANGES)) };
  if (!changes) return { ...node, now };
  const target = sumWith(changes);
  return {
    ...node,
    now,
    applied: { target, fits: fits(target) },
    heaviest: node.heaviest.map((pod) => {
      const change = changes.get(neededPodKey(pod));
      return change ? { ...pod, target: podSize(pod, changes) } : pod;
    }),
  };
}
