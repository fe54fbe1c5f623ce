import type { AmountRange } from '../../model/own-limit';
import { amountsFrom } from '../../objects/quantity';
import { sizedContainers } from '../../objects/sized-containers';
import type { PodSpec } from '../../objects/types';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import { type CompiledVpa, policyFor } from './compiled-vpa';
import { allowedRange, capToRange, keepsRequest } from './container-policy';
import type { NamespaceLimits } from './limit-bounds';
import { memoryLimitPolicy } from './memory-limit/stated';
import { withAmount } from './proportions';
import { podQos } from './qos-class';
import type { ContainerRecommendation, Recommendation } from './recommendation';

/** Whether any policy changes limits and leaves requests as pods state them. */
export function hasLimitsOnly({ policies }: Pick<CompiledVpa, 'policies'>): boolean {
  for (const policy of policies.values())
    if (RESOURCES.some((resource) => keepsRequest(policy, resource))) return true;
  return false;
}

/**
 * The recommendation for a pod whose VPA changes limits alone: what is recommended becomes the limit, and what is stated
 * the request. A limit is never below the request. Both stay where the limit cannot be moved by itself: in a Guaranteed
 * pod that may not become Burstable, in one that states resources as a whole, where a LimitRange bounds the pod, and
 * while a startup boost has the request.
 * @param isBoosted whether a container's CPU is raised for its startup now
 * @throws QuantityError for an amount of the pod that cannot be read
 */
export function withLimitsOnly(
  recommendation: Recommendation,
  vpa: Pick<CompiledVpa, 'vpa' | 'policies'>,
  spec: PodSpec,
  limits: NamespaceLimits,
  isBoosted: (container: string) => boolean = () => false,
): Recommendation {
  const next = new Map(recommendation);
  const isBound = (resource: Resource) =>
    Boolean(spec.resources || limits.pod?.max?.[resource] || limits.pod?.min?.[resource]);
  const losesClass = !memoryLimitPolicy(vpa.vpa).allowsBurstable && podQos(spec) === 'Guaranteed';
  for (const { name, resources } of sizedContainers(spec, true)) {
    let own = recommendation.get(name);
    const policy = policyFor(vpa, name);
    if (!own || own.limitOnly) continue;
    const requests = amountsFrom(resources?.requests);
    const stated = amountsFrom(resources?.limits);
    for (const resource of RESOURCES) {
      if (!policy || !keepsRequest(policy, resource) || own.target[resource] === undefined) continue;
      const request = requests[resource] || stated[resource];
      const stays = losesClass || isBound(resource) || (resource === 'cpu' && isBoosted(name));
      const range = limitRangeOf(own, resource);
      own =
        request && !stays
          ? alone(own, resource, request, {
              lowerBound: capToRange(range.lowerBound, allowedRange(policy, resource)),
              target: capToRange(range.target, allowedRange(policy, resource)),
              upperBound: capToRange(range.upperBound, allowedRange(policy, resource)),
            })
          : leftAlone(own, resource);
    }
    next.set(name, own);
  }
  return next;
}

function limitRangeOf(own: ContainerRecommendation, resource: Resource): AmountRange {
  if (resource === 'memory' && own.ownLimit) return own.ownLimit;
  const target = own.target[resource] ?? 0;
  const seen = (resource === 'cpu' && own.seenCpu) || 0;
  return {
    lowerBound: own.lowerBound[resource] ?? target,
    target: Math.max(target, seen),
    upperBound: Math.max(own.upperBound[resource] ?? target, seen),
  };
}

function alone(
  own: ContainerRecommendation,
  resource: Resource,
  request: number,
  range: AmountRange,
): ContainerRecommendation {
  const stays = { lowerBound: request, target: request, upperBound: request };
  const of = (amounts: Amounts) => withAmount(amounts, resource, request);
  const { uncappedTarget: _uncapped, seenCpu, ...others } = own;
  return {
    ...others,
    ...(resource === 'memory' && seenCpu !== undefined && { seenCpu }),
    target: of(own.target),
    lowerBound: of(own.lowerBound),
    upperBound: of(own.upperBound),
    limitOnly: { ...own.limitOnly, [resource]: range },
    ...(resource === 'memory' && { ownLimit: { ...range, asOne: stays } }),
  };
}

function leftAlone(own: ContainerRecommendation, resource: Resource): ContainerRecommendation {
  const { ownLimit, ...others } = own;
  const without = (amounts: Amounts): Amounts => {
    const { [resource]: _left, ...kept } = amounts;
    return kept;
  };
  return {
    ...others,
    ...(ownLimit && resource !== 'memory' && { ownLimit }),
    target: without(own.target),
    lowerBound: without(own.lowerBound),
    upperBound: without(own.upperBound),
  };
}
