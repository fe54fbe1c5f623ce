import type { Pod } from '../../objects/types';
import type { Deferral, DeferralCause } from '../../words/deferrals';
import type { NodeTraits } from '../places/node-traits';
import { isStatic, isTolerated, mayUse, shapeOf } from '../places/pod-shape';

/**
 * What kubelets say when they defer a resize (kubelet 1.35.4: lifecycle/predicate.go, eviction/helpers.go,
 * nodeshutdown_manager.go; the first three seen from a real kubelet 1.37.2). The first group is what it is about.
 */
const MESSAGES: readonly (readonly [RegExp, DeferralCause])[] = [
  [/had condition: \[([^\]]*)\]/i, 'pressure'],
  [/enough (?:resource|capacity): (cpu|memory|pods)\b/i, 'room'],
  [/enough (?:resource|capacity): ([^,\s]+)/i, 'resource'],
  [/recover from admission failure/i, 'preemption'],
  [/shutting down/i, 'shutdown'],
  [/taint/i, 'taint'],
  [/node ?affinity|node ?selector/i, 'labels'],
];

/** Why its kubelet defers the resize of a pod: by its message, else by what the node tells of itself. */
export function deferralOf(pod: Pod, message: string, node: NodeTraits | undefined): Deferral {
  for (const [told, cause] of MESSAGES) {
    const found = told.exec(message);
    if (!found) continue;
    if (cause === 'labels') return withWhat(cause, node && lostBy(pod, node));
    if (cause === 'taint') return withWhat(cause, node && taintAgainst(pod, node));
    return withWhat(cause, found[1]);
  }
  return nodeDeferral(pod, node) ?? { cause: 'unknown' };
}

/** Why the kubelet of this node would defer every resize of the pod; undefined if nothing is known to. */
export function nodeDeferral(pod: Pod, node: NodeTraits | undefined): Deferral | undefined {
  if (!node) return undefined;
  const [pressure] = node.pressures;
  if (pressure !== undefined) return { cause: 'pressure', what: pressure };
  const taint = taintAgainst(pod, node);
  if (taint !== undefined) return { cause: 'taint', what: taint };
  const { nodeName: name = '' } = pod.spec;
  if (mayUse(shapeOf(pod), { name, labels: node.labels, taints: [] })) return undefined;
  return withWhat('labels', lostBy(pod, node));
}

/** Kubelets heed NoExecute alone, and for pods of the API alone (kubelet 1.35.4: lifecycle/predicate.go). */
function taintAgainst(pod: Pod, { endingTaints = [] }: NodeTraits): string | undefined {
  if (isStatic(pod)) return undefined;
  const shape = shapeOf(pod);
  return endingTaints.find((taint) => !isTolerated(shape, taint))?.key;
}

function lostBy({ spec: { nodeSelector } }: Pod, { labels }: NodeTraits): string | undefined {
  const lost = Object.entries(nodeSelector ?? {}).find(([label, value]) => labels[label] !== value);
  return lost?.join('=');
}

function withWhat(cause: DeferralCause, what: string | undefined): Deferral {
  return { cause, ...(what && { what }) };
}
