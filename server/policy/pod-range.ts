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
  const requests = { own: 0, fixed: 0 };
  const limits = { own: 0, fixed: 0 };
  containers.forEach((container, index) => {
    const own = recommended[index];
    const amount = (own ? own[resource] : container.requests[resource]) ?? 0;
    const part = own ? 'own' : 'fixed';
    const limit = proportionalLimit(container, resource, amount, defaultLimit);
    if (limit.kind === 'limit') limits[part] += limit.amount;
    requests[part] += amount;
  });
  const requestSum = requests.own + requests.fixed;
  const limitSum = limits.own + limits.fixed;
  if (min <= limitSum && min <= requestSum && (max === 0 || max >= limitSum)) return recommended;
  if (limitSum === 0) return recommended;
  if (min > requestSum) return scaleAll(recommended, resource, min - requests.fixed, requests.own);
  const total = max !== 0 && max < limitSum ? max : min;
  return scaleAll(recommended, resource, total - limits.fixed, limits.own);
}

function scaleAll(
  recommended: (Amounts | undefined)[],
  resource: Resource,
  room: number,
  taken: number,
): (Amounts | undefined)[] {
  if (room <= 0 || taken === 0) return recommended;
  return recommended.map(
    (own) => own && withAmount(own, resource, scaleAmount(own[resource] ?? 0, room, taken)),
  );
}
