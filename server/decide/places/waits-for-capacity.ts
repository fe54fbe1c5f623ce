import { conditionOf } from '../../objects/conditions';
import type { Pod } from '../../objects/types';
import { REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import { UPDATES_ANNOTATION } from '../pods/pod-annotations';

/** How long a pod may wait for a node that may come, in milliseconds of the cluster clock. */
export const NODE_COMES_WITHIN_MS = 10 * 60_000;

/** A pod for which no node has room, in the words of the scheduler. */
export interface WaitsForCapacity {
  /** What is short on the nodes that it may use. */
  readonly resources: readonly RequestedResource[];
  /** Since when it has been waiting, Unix milliseconds; unknown if the scheduler does not say. */
  readonly sinceMs?: number;
  /** Whether admission wrote its requests for a VPA. */
  readonly isForVpa: boolean;
}

/** Undefined if the pod has a node, or lacks nothing that its VPA may request less of. */
export function waitsForCapacity(pod: Pod): WaitsForCapacity | undefined {
  const { metadata, spec, status } = pod;
  if (spec.nodeName || metadata.deletionTimestamp || status?.phase !== 'Pending') return undefined;
  const scheduled = conditionOf(pod, 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return undefined;
  const message = String(scheduled.message);
  const resources = REQUESTED_RESOURCES.filter((resource) => message.includes(`Insufficient ${resource}`));
  if (resources.length === 0) return undefined;
  const sinceMs = Date.parse(scheduled.lastTransitionTime ?? metadata.creationTimestamp ?? '');
  return {
    resources,
    ...(!Number.isNaN(sinceMs) && { sinceMs }),
    isForVpa: metadata.annotations?.[UPDATES_ANNOTATION] !== undefined,
  };
}
