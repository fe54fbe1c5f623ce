import { RESOURCES, type RequestedResource, type Resource } from '../../objects/units';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { Priority } from './planned';
import type { ContainerFacts } from './pod-facts';

/** One request that is outside its bounds or missing. */
export interface Breach<R extends RequestedResource = Resource> {
  readonly container: string;
  readonly resource: R;
  readonly request: number | undefined;
  readonly target: number;
  readonly lowerBound: number | undefined;
  readonly upperBound: number | undefined;
}

/**
 * Memory is compared in thousandths of a byte, as in the reference: it matters only if nothing is requested.
 */
const FINEST: Readonly<Record<Resource, number>> = { cpu: 1, memory: 1000 };

/**
 * The reference's priority of a pod: whether a request is outside its bounds or missing, whether any would
 * grow, and Σ over resources |Σ requested − Σ recommended| / max(Σ requested, 1 of the finest unit).
 * `recommended` runs in parallel to `containers` (VPA 1.8, pkg/updater/priority, priority_processor.go).
 */
export function priorityOf(
  containers: readonly Pick<ContainerFacts, 'name' | 'requests'>[],
  recommended: readonly (ContainerRecommendation | undefined)[],
): { priority: Priority; breaches: readonly Breach[] } {
  let scaleUp = false;
  let resourceDiff = 0;
  const breaches: Breach[] = [];
  for (const resource of RESOURCES) {
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
    if (!isRecommended) continue;
    const total = Math.max(requested * FINEST[resource], 1);
    resourceDiff += Math.abs(total - target * FINEST[resource]) / total;
  }
  return { priority: { outsideRecommendedRange: breaches.length > 0, scaleUp, resourceDiff }, breaches };
}

/** Orders pods that need a change: those that would grow first, then by difference, largest first. */
export function byPriority(a: Priority, b: Priority): number {
  if (a.scaleUp !== b.scaleUp) return a.scaleUp ? -1 : 1;
  return b.resourceDiff - a.resourceDiff;
}
