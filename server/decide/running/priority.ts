import {
  EPHEMERAL_STORAGE,
  REQUESTED_RESOURCES,
  RESOURCE_FACTS,
  type RequestedResource,
} from '../../objects/units';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { Priority } from './planned';
import type { ContainerFacts } from './pod-facts';

/** One request that is outside its bounds or missing. */
export interface Breach {
  readonly container: string;
  readonly resource: RequestedResource;
  readonly request: number | undefined;
  readonly target: number;
  readonly lowerBound: number | undefined;
  readonly upperBound: number | undefined;
}

/**
 * The reference's priority of a pod: whether a request is outside its bounds or missing, whether any would
 * grow, and Σ over resources |Σ requested − Σ recommended| / max(Σ requested, 1 of the finest unit).
 * `recommended` runs in parallel to `containers` (VPA 1.8, pkg/updater/priority, priority_processor.go).
 * @param storageDiffers whether a difference of ephemeral storage counts: what is resized would change nothing of it
 */
export function priorityOf(
  containers: readonly Pick<ContainerFacts, 'name' | 'requests'>[],
  recommended: readonly (ContainerRecommendation | undefined)[],
  storageDiffers = false,
): { priority: Priority; breaches: readonly Breach[] } {
  let scaleUp = false;
  let resourceDiff = 0;
  const breaches: Breach[] = [];
  for (const resource of REQUESTED_RESOURCES) {
    let requested = 0;
    let target = 0;
    let isRecommended = false;
    for (let index = 0; index < containers.length; index++) {
      const container = containers[index];
      const own = recommended[index];
      const wanted = own?.target[resource];
      if (!container || !own || wanted === undefined) continue;
      isRecommended = true;
      target += wanted;
      const request = container.requests[resource];
      requested += request ?? 0;
      if (request === undefined || wanted > request) scaleUp = true;
      const lowerBound = own.lowerBound[resource];
      const upperBound = own.upperBound[resource];
      const isBreach =
        request === undefined ||
        (lowerBound !== undefined && request < lowerBound) ||
        (upperBound !== undefined && request > upperBound);
      if (isBreach)
        breaches.push({
          container: container.name,
          resource,
          request,
          target: wanted,
          lowerBound,
          upperBound,
        });
    }
    if (!isRecommended || (resource === EPHEMERAL_STORAGE && !storageDiffers)) continue;
    const { finest } = RESOURCE_FACTS[resource];
    const total = Math.max(requested * finest, 1);
    resourceDiff += Math.abs(total - target * finest) / total;
  }
  return { priority: { outsideRecommendedRange: breaches.length > 0, scaleUp, resourceDiff }, breaches };
}

/** Orders pods that need a change: those that would grow first, then by difference, largest first. */
export function byPriority(a: Priority, b: Priority): number {
  if (a.scaleUp !== b.scaleUp) return a.scaleUp ? -1 : 1;
  return b.resourceDiff - a.resourceDiff;
}
