import type { LimitRange } from '../kube/types';
import { amountsFrom } from '../model/quantity';
import { type Amounts, RESOURCES } from '../model/units';
import { withAmount } from './proportions';

/** What the LimitRanges of a namespace say about containers, or about whole pods. */
export interface LimitBounds {
  readonly min?: Amounts;
  readonly max?: Amounts;
  /** Limit of a container that states none. */
  readonly defaultLimit?: Amounts;
}

export interface NamespaceLimits {
  readonly container?: LimitBounds;
  readonly pod?: LimitBounds;
}

export const NO_LIMITS: NamespaceLimits = {};

/**
 * All LimitRanges of one namespace as one: the highest minimum, the lowest maximum, the last default.
 * @throws QuantityError
 */
export function namespaceLimits(ranges: readonly LimitRange[]): NamespaceLimits {
  if (ranges.length === 0) return NO_LIMITS;
  return { container: boundsOf(ranges, 'Container'), pod: boundsOf(ranges, 'Pod') };
}

function boundsOf(ranges: readonly LimitRange[], type: 'Container' | 'Pod'): LimitBounds | undefined {
  let bounds: LimitBounds | undefined;
  for (const range of ranges) {
    for (const item of range.spec.limits ?? []) {
      if (item.type !== type || !(item.max || item.min || item.default)) continue;
      bounds = {
        min: item.min ? merge(bounds?.min, amountsFrom(item.min), Math.max) : bounds?.min,
        max: item.max ? merge(bounds?.max, amountsFrom(item.max), Math.min) : bounds?.max,
        defaultLimit: item.default ? amountsFrom(item.default) : bounds?.defaultLimit,
      };
    }
  }
  return bounds;
}

function merge(known: Amounts | undefined, more: Amounts, pick: (a: number, b: number) => number): Amounts {
  let merged = known ?? {};
  for (const resource of RESOURCES) {
    const value = more[resource];
    if (value === undefined) continue;
    const other = merged[resource];
    merged = withAmount(merged, resource, other === undefined ? value : pick(other, value));
  }
  return merged;
}
