import { milliValue, parseQuantity, requestedFrom } from '../../objects/quantity';
import type { LimitRange, ResourceList } from '../../objects/types';
import {
  type Amounts,
  REQUESTED_RESOURCES,
  RESOURCE_FACTS,
  type RequestedResource,
} from '../../objects/units';
import { withAmount } from './proportions';

/** What the LimitRanges of a namespace set for containers, or for whole pods. */
export interface LimitBounds {
  readonly min?: Amounts;
  readonly max?: Amounts;
  /** Limit of a container that states none. */
  readonly defaultLimit?: Amounts;
  /** Request of a container that states neither it nor a limit. */
  readonly defaultRequest?: Amounts;
  /** Of these several LimitRanges give different default limits: which one a container gets cannot be foretold. */
  readonly unclearDefaults?: readonly RequestedResource[];
  /** Maximum limit as a multiple of the request. */
  readonly maxRatio?: Readonly<Partial<Record<RequestedResource, number>>>;
}

export interface NamespaceLimits {
  readonly container?: LimitBounds;
  readonly pod?: LimitBounds;
}

export const NO_LIMITS: NamespaceLimits = {};

/**
 * All LimitRanges of one namespace merged: the highest minimum, the lowest maximum, the last default (VPA 1.8,
 * pkg/utils/limitrange, limit_range_calculator.go, `getLimitRangeItem`).
 * @throws QuantityError
 */
export function namespaceLimits(ranges: readonly LimitRange[]): NamespaceLimits {
  if (ranges.length === 0) return NO_LIMITS;
  return { container: boundsOf(ranges, 'Container'), pod: boundsOf(ranges, 'Pod') };
}

/**
 * Like `namespaceLimits`, with the default limit of containers for whole pods: the API server gives it to
 * every container without a limit, which the reference ignores.
 * @throws QuantityError
 */
export function effectiveLimits(ranges: readonly LimitRange[]): NamespaceLimits {
  const limits = namespaceLimits(ranges);
  if (!limits.pod || !limits.container?.defaultLimit) return limits;
  return { ...limits, pod: { ...limits.pod, defaultLimit: limits.container.defaultLimit } };
}

function boundsOf(ranges: readonly LimitRange[], type: 'Container' | 'Pod'): LimitBounds | undefined {
  let bounds: LimitBounds | undefined;
  for (const range of ranges) {
    for (const item of range.spec.limits ?? []) {
      if (item.type !== type || !(item.max || item.min || item.default || item.maxLimitRequestRatio))
        continue;
      bounds = {
        min: item.min ? merge(bounds?.min, requestedFrom(item.min), Math.max) : bounds?.min,
        max: item.max ? merge(bounds?.max, wholeAmountsIn(item.max), Math.min) : bounds?.max,
        defaultLimit: item.default ? requestedFrom(item.default) : bounds?.defaultLimit,
        ...withRequests(bounds, item.defaultRequest),
        ...unclear(bounds, item.default),
        maxRatio: lowestRatios(bounds?.maxRatio, item.maxLimitRequestRatio),
      };
    }
  }
  return bounds;
}

function withRequests(known: LimitBounds | undefined, more: ResourceList | undefined) {
  const defaultRequest = more ? requestedFrom(more) : known?.defaultRequest;
  return defaultRequest && { defaultRequest };
}

function unclear(known: LimitBounds | undefined, more: ResourceList | undefined) {
  const next = more ? requestedFrom(more) : {};
  const differ = REQUESTED_RESOURCES.filter((resource) => {
    const [one, other] = [known?.defaultLimit?.[resource], next[resource]];
    const isUnclear = known?.unclearDefaults?.includes(resource) === true;
    return isUnclear || (one !== undefined && other !== undefined && one !== other);
  });
  return differ.length > 0 && { unclearDefaults: differ };
}

/** Rounded down: what is rounded up from `100u` is more than that. */
function wholeAmountsIn(list: ResourceList): Amounts {
  let whole = requestedFrom(list);
  for (const resource of REQUESTED_RESOURCES) {
    const [amount, stated] = [whole[resource], list[resource]];
    if (amount === undefined || stated === undefined) continue;
    if (BigInt(amount) * RESOURCE_FACTS[resource].unitNanos > parseQuantity(stated).nanos)
      whole = withAmount(whole, resource, amount - 1);
  }
  return whole;
}

function merge(known: Amounts | undefined, more: Amounts, pick: (a: number, b: number) => number): Amounts {
  let merged = known ?? {};
  for (const resource of REQUESTED_RESOURCES) {
    const value = more[resource];
    if (value === undefined) continue;
    const other = merged[resource];
    merged = withAmount(merged, resource, other === undefined ? value : pick(other, value));
  }
  return merged;
}

function lowestRatios(
  known: LimitBounds['maxRatio'],
  more: ResourceList | undefined,
): LimitBounds['maxRatio'] {
  if (!more) return known;
  const merged: Partial<Record<RequestedResource, number>> = { ...known };
  for (const resource of REQUESTED_RESOURCES) {
    const value = more[resource];
    if (value !== undefined)
      merged[resource] = Math.min(merged[resource] ?? Infinity, milliValue(value) / 1000);
  }
  return merged;
}
