import { REQUESTED_RESOURCES, type RequestedResource } from '../../../objects/units';
import type { ContainerRecommendation, Recommendation } from '../recommendation';
import type { AttemptedChange, HeldAmounts } from './state';

/**
 * The recommendation while amounts are held: it goes no further towards what was tried than what the containers lived
 * well with. The other way it is followed, and so is every resource that the change left alone.
 */
export function withHeldAmounts<R extends Recommendation | undefined>(
  recommendation: R,
  held: Pick<HeldAmounts, 'containers'> | undefined,
): R | Recommendation {
  if (!recommendation || !held) return recommendation;
  let next: Map<string, ContainerRecommendation> | undefined;
  for (const [container, tried] of held.containers) {
    const own = recommendation.get(container);
    if (!own) continue;
    const kept = REQUESTED_RESOURCES.reduce(
      (one, resource) => within(one, resource, tried),
      tried.memoryLimit === undefined ? own : { ...own, memoryLimit: tried.memoryLimit },
    );
    if (kept === own) continue;
    next ??= new Map(recommendation);
    next.set(container, kept);
  }
  return next ?? recommendation;
}

/** The same without memory limits for containers that state none; the same object if there are none. */
export function withoutMemoryLimits(recommendation: Recommendation | undefined): Recommendation | undefined {
  if (!recommendation || ![...recommendation.values()].some(({ memoryLimit }) => memoryLimit !== undefined))
    return recommendation;
  return new Map([...recommendation].map(([name, { memoryLimit: _none, ...own }]) => [name, own]));
}

function within(
  own: ContainerRecommendation,
  resource: RequestedResource,
  { from, to }: AttemptedChange,
): ContainerRecommendation {
  const [was, tried, target] = [from[resource], to[resource], own.target[resource]];
  if (was === undefined || tried === undefined || target === undefined) return own;
  const isBeyond = tried < was ? target < was : target > was;
  const kept = isBeyond ? withTarget(own, resource, was) : own;
  // More was tried and did harm, however much of it was seen used.
  return resource === 'cpu' && tried > was && (kept.seenCpu ?? 0) > was ? { ...kept, heldCpu: was } : kept;
}

/** The same with another target of a resource, within bounds that have room for it. */
export function withTarget(
  own: ContainerRecommendation,
  resource: RequestedResource,
  target: number,
): ContainerRecommendation {
  const { lowerBound, upperBound, uncappedTarget } = own;
  const [low, high] = [lowerBound[resource], upperBound[resource]];
  return {
    ...own,
    target: { ...own.target, [resource]: target },
    lowerBound: low === undefined ? lowerBound : { ...lowerBound, [resource]: Math.min(low, target) },
    upperBound: high === undefined ? upperBound : { ...upperBound, [resource]: Math.max(high, target) },
    // What is held is no cap by a policy or a node.
    ...(uncappedTarget && { uncappedTarget: { ...uncappedTarget, [resource]: target } }),
  };
}

/** Whether a request is nearer to what was tried than to what was before. */
export function isTried(
  request: number | undefined,
  resource: RequestedResource,
  { from, to }: AttemptedChange,
): boolean {
  const [was, tried] = [from[resource], to[resource]];
  if (request === undefined || was === undefined || tried === undefined || was === tried) return false;
  return (
    Math.abs(request - tried) < Math.abs(request - was) || (tried < was ? request < tried : request > tried)
  );
}
