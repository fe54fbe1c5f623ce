import { type Amounts, REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import type { CapNote, CapReason } from './cap-reasons';
import type { CompiledPolicy } from './compiled-vpa';
import { keepsLimit, keepsRequest } from './container-policy';
import type { LimitBounds } from './limit-bounds';
import { type ContainerAmounts, requestAtLimit, withAmount } from './proportions';

/**
 * One amount per resource, capped to the container LimitRange (its proportional limit must fit too), then to the
 * policy's minimum and maximum, then, if the limit stays, to the container's own limit. Every cap is added to `notes`
 * (VPA 1.8, pkg/utils/vpa, capping.go, `getCappedRecommendationForContainer`).
 */
export function capToContainer(
  recommended: Amounts,
  container: ContainerAmounts,
  policy: CompiledPolicy | undefined,
  range: LimitBounds | undefined,
  notes: CapNote[],
): Amounts {
  let capped = recommended;
  for (const resource of REQUESTED_RESOURCES) {
    let amount: number | undefined = capped[resource];
    if (amount === undefined || keepsRequest(policy, resource)) continue;
    const raise = (bound: number | undefined, reason: CapReason) => {
      if (bound && amount !== undefined && amount < bound) {
        amount = bound;
        notes.push({ resource, reason });
      }
    };
    const lower = (bound: number | undefined, reason: CapReason) => {
      if (bound && amount !== undefined && amount > bound) {
        amount = bound;
        notes.push({ resource, reason });
      }
    };
    if (range) {
      raise(leastRequest(container, resource, range), 'container-range-min');
      lower(mostRequest(container, resource, range), 'container-range-max');
    }
    if (policy) {
      raise(policy.minAllowed[resource], 'min-allowed');
      lower(policy.maxAllowed[resource], 'max-allowed');
    }
    const limit = container.limits[resource];
    if (keepsLimit(policy, resource) && limit !== undefined && amount > limit) {
      amount = limit;
      notes.push({ resource, reason: 'container-limit' });
    }
    capped = withAmount(capped, resource, amount);
  }
  return capped;
}

function leastRequest(container: ContainerAmounts, resource: RequestedResource, range: LimitBounds): number {
  const min = range.min?.[resource] ?? 0;
  const forLimit = requestAtLimit(container, resource, min, range.defaultLimit?.[resource] ?? 0);
  return Math.max(min, forLimit);
}

function mostRequest(container: ContainerAmounts, resource: RequestedResource, range: LimitBounds): number {
  const max = range.max?.[resource] ?? 0;
  return requestAtLimit(container, resource, max, range.defaultLimit?.[resource] ?? 0);
}
