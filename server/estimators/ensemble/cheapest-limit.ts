import type { DecayedBuckets } from '../windows/decayed-buckets';

/** What a limit costs. */
export interface Prices {
  readonly overrun: number;
  readonly underrun: number;
  /** Of a limit other than the former one. */
  readonly change: number;
  readonly measure: 'distance' | 'count';
}

/**
 * The bucket whose end is the cheapest limit: argmin over L of w_o·o(L) + w_u·u(L) + w_ΔL·[L ≠ former]
 * (Autopilot, EuroSys 2020, eq. 4 to 6). As printed, o and u count samples above and below L; by distance,
 * each sample counts as far as it is from L. Both are per unit of weight. Of two equally cheap, the higher.
 * O(buckets). −1 if there is no weight.
 */
export function cheapestLimit(shares: DecayedBuckets, prices: Prices, former: number): number {
  const { weights, buckets, first, last } = shares;
  const byDistance = prices.measure === 'distance';
  let totalWeight = 0;
  let totalLoad = 0;
  for (let bucket = first; bucket <= last; bucket++) {
    const weight = weights.at(bucket);
    totalWeight += weight;
    totalLoad += weight * buckets.endOf(bucket);
  }
  let best = -1;
  let leastCost = Number.POSITIVE_INFINITY;
  let weightUpTo = 0;
  let loadUpTo = 0;
  for (let bucket = first; bucket <= last; bucket++) {
    const limit = buckets.endOf(bucket);
    const weight = weights.at(bucket);
    const weightBelow = weightUpTo;
    weightUpTo += weight;
    loadUpTo += weight * limit;
    const over = byDistance
      ? totalLoad - loadUpTo - limit * (totalWeight - weightUpTo)
      : totalWeight - weightUpTo;
    const under = byDistance ? limit * weightUpTo - loadUpTo : weightBelow;
    const runs = (prices.overrun * Math.max(0, over) + prices.underrun * Math.max(0, under)) / totalWeight;
    const cost = runs + (bucket === former ? 0 : prices.change);
    if (cost <= leastCost) {
      leastCost = cost;
      best = bucket;
    }
  }
  return best;
}

/** What a limit cost, and the part of it for usage above the limit. */
export interface Charge {
  cost: number;
  overrun: number;
}

/** What `limit` costs on the values of one window, each with the same weight; into `charge`, as it is done often. */
export function chargeFor(
  limit: number,
  values: readonly number[],
  { overrun, underrun, measure }: Omit<Prices, 'change'>,
  charge: Charge,
): void {
  const byDistance = measure === 'distance';
  let cost = 0;
  let over = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    const distance = byDistance ? Math.abs(value - limit) : 1;
    if (value > limit) {
      cost += overrun * distance;
      over += overrun * distance;
    } else if (value < limit) cost += underrun * distance;
  }
  charge.cost = cost / values.length;
  charge.overrun = over / values.length;
}
