import { type Amounts, REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import type { LimitBounds } from './limit-bounds';
import {
  type ContainerAmounts,
  proportionalLimit,
  scaleAmount,
  scaleAmountUp,
  withAmount,
} from './proportions';

/**
 * Scales the wanted amounts of a pod's containers by one ratio until their sum fits the pod LimitRange. Requests below
 * the minimum, if some limit is set, are raised to it, each rounded up. Otherwise limits outside the range scale the
 * requests to the bound they miss, each rounded down. `wanted` and `containers` run in parallel; containers for which
 * `isHeld` is true count as stated and stay (VPA 1.8, pkg/utils/vpa, capping.go, `applyPodLimitRange`).
 */
export function fitToPodRange(
  wanted: readonly (Amounts | undefined)[],
  containers: readonly ContainerAmounts[],
  range: LimitBounds,
  isKept: (index: number, resource: RequestedResource) => boolean,
): (Amounts | undefined)[] {
  let fitted = [...wanted];
  for (const resource of REQUESTED_RESOURCES)
    fitted = fitResource(fitted, containers, range, resource, (index) => isKept(index, resource));
  return fitted;
}

function fitResource(
  wanted: (Amounts | undefined)[],
  containers: readonly ContainerAmounts[],
  range: LimitBounds,
  resource: RequestedResource,
  isKept: (index: number) => boolean,
): (Amounts | undefined)[] {
  const min = range.min?.[resource] ?? 0;
  const max = range.max?.[resource] ?? 0;
  const defaultLimit = range.defaultLimit?.[resource] ?? 0;
  const requests = { scaled: 0, kept: 0 };
  const limits = { scaled: 0, kept: 0 };
  containers.forEach((container, index) => {
    const part = isKept(index) ? 'kept' : 'scaled';
    const amount = (part === 'kept' ? container.requests : wanted[index])?.[resource] ?? 0;
    const limit = proportionalLimit(container, resource, amount, defaultLimit);
    if (limit.kind === 'limit') limits[part] += limit.amount;
    requests[part] += amount;
  });
  const requestSum = requests.scaled + requests.kept;
  const limitSum = limits.scaled + limits.kept;
  if (min <= limitSum && min <= requestSum && (max === 0 || max >= limitSum)) return wanted;
  if (limitSum === 0) return wanted;
  const scaleAll = (left: number, taken: number, scale: typeof scaleAmount) =>
    left <= 0 || taken === 0
      ? wanted
      : wanted.map((own, index) =>
          own && !isKept(index) ? withAmount(own, resource, scale(own[resource] ?? 0, left, taken)) : own,
        );
  if (min > requestSum) return scaleAll(min - requests.kept, requests.scaled, scaleAmountUp);
  const bound = max !== 0 && max < limitSum ? max : min;
  return scaleAll(bound - limits.kept, limits.scaled, scaleAmount);
}
