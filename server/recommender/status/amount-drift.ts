import { RESOURCES, type Resource } from '@/server/objects/units';
import type { NamedRecommendation } from '../recommend/post-process';
import { isNear, sideOf } from './recommendation-diff';

/** What the pods of a workload request for one container. */
export type AmountsRequested = (container: string, resource: Resource) => readonly number[];

type Bounds = Pick<NamedRecommendation, 'container' | 'lowerBound' | 'upperBound'>;

/**
 * `mayStand` of `conditions.ts` on amounts, where bounds do not wait: whether `next` changes at most bounds, each by
 * less than a tenth, and puts no other pod out of bounds.
 */
export function amountsDriftOnly(
  former: readonly NamedRecommendation[],
  next: readonly NamedRecommendation[],
  requested: AmountsRequested,
): boolean {
  if (former.length !== next.length) return false;
  for (let index = 0; index < next.length; index++) {
    const [a, b] = [former[index], next[index]];
    if (!a || !b || a.container !== b.container || !drifts(a, b)) return false;
    for (const resource of RESOURCES) if (!keepsSides(resource, a, b, requested)) return false;
  }
  return true;
}

function drifts(a: NamedRecommendation, b: NamedRecommendation): boolean {
  return (
    a.target.cpu === b.target.cpu &&
    a.target.memory === b.target.memory &&
    a.uncappedTarget.cpu === b.uncappedTarget.cpu &&
    a.uncappedTarget.memory === b.uncappedTarget.memory &&
    isNear(a.lowerBound.cpu, b.lowerBound.cpu) &&
    isNear(a.lowerBound.memory, b.lowerBound.memory) &&
    isNear(a.upperBound.cpu, b.upperBound.cpu) &&
    isNear(a.upperBound.memory, b.upperBound.memory) &&
    a.ownLimit?.target === b.ownLimit?.target &&
    a.ownLimit?.keepsStated === b.ownLimit?.keepsStated &&
    isNear(a.ownLimit?.asOne.target, b.ownLimit?.asOne.target)
  );
}

function keepsSides(resource: Resource, a: Bounds, b: Bounds, requested: AmountsRequested): boolean {
  for (const request of requested(a.container, resource))
    if (
      sideOf(request, a.lowerBound[resource], a.upperBound[resource]) !==
      sideOf(request, b.lowerBound[resource], b.upperBound[resource])
    )
      return false;
  return true;
}
