import { type Amounts, RESOURCES, type Resource } from '../model/units';
import type { LimitBounds } from './limit-bounds';
import { type ContainerAmounts, proportionalLimit, scaleAmount, withAmount } from './proportions';

/**
 * Scales what is recommended for the containers of one pod until their sum fits the pod LimitRange: up to its
 * minimum, down to its maximum, all by the same ratio. `recommended` and `containers` run in parallel; a
 * container without a recommendation counts with what it requests and is left alone.
 */
export function fitToPodRange(
  recommended: readonly (Amounts | undefined)[],
  containers: readonly ContainerAmounts[],
  range: LimitBounds,
): (Amounts | undefined)[] {
  let fitted = [...recommended];
  for (const resource of RESOURCES) fitted = fitResource(fitted, containers, range, resource);
  return fitted;
}

function fitResource(
  recommended: (Amounts | undefined)[],
  containers: readonly ContainerAmounts[],
  range: LimitBounds,
  resource: Resource,
): (Amounts | undefined)[] {
  const min = range.min?.[resource] ?? 0;
  const max = range.max?.[resource] ?? 0;
  const defaultLimit = range.defaultLimit?.[resource] ?? 0;
  let limitSum = 0;
  let requestSum = 0;
  containers.forEach((container, index) => {
    const own = recommended[index];
    const amount = own ? (own[resource] ?? 0) : (container.requests[resource] ?? 0);
    const limit = proportionalLimit(container, resource, amount, defaultLimit);
    if (limit.kind === 'limit') limitSum += limit.amount;
    requestSum += amount;
  });
  if (min <= limitSum && min <= requestSum && (max === 0 || max >= limitSum)) return recommended;
  if (limitSum === 0) return recommended;
  if (min > requestSum) {
    return requestSum === 0 ? recommended : scaleAll(recommended, resource, min, requestSum);
  }
  const total = max !== 0 && max < limitSum ? max : min;
  return scaleAll(recommended, resource, total, limitSum);
}

function scaleAll(
  recommended: (Amounts | undefined)[],
  resource: Resource,
  numerator: number,
  denominator: number,
): (Amounts | undefined)[] {
  return recommended.map(
    (own) => own && withAmount(own, resource, scaleAmount(own[resource] ?? 0, numerator, denominator)),
  );
}
