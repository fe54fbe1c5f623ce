import type { Price, PriceTable } from '../../../model/price-table';
import type { Resource } from '../../../objects/units';

/** An amount of each resource: millicores, bytes. */
export type Both = Record<Resource, number>;

const MILLICORES_PER_CORE = 1000;
const BYTES_PER_GIB = 1024 ** 3;
/** A month has as many hours in every bill: 365 × 24 / 12. */
export const HOURS_PER_MONTH = 730;

/**
 * What a node costs: the first rule whose labels it has, else the base price, times the share of the first spot
 * entry it fits. Undefined if it has no price: no entry fits, or its labels are unknown and they matter.
 */
export function priceOn(
  { base, rules, spot }: PriceTable,
  labels: Readonly<Record<string, string>> | undefined,
): Price | undefined {
  if (!labels) return rules.length === 0 && spot.length === 0 ? base : undefined;
  const fits = (entry: { readonly labels: Readonly<Record<string, string>> }) =>
    Object.entries(entry.labels).every(([name, value]) => labels[name] === value);
  const price = rules.find(fits)?.price ?? base;
  const share = spot.find(fits)?.share;
  if (!price || share === undefined) return price;
  return { cpu: price.cpu * share, memory: price.memory * share };
}

/** What core-hours and GiB-hours cost, per resource: each times its price. */
export function costOfHours(hours: Both, price: Price): Both {
  return { cpu: hours.cpu * price.cpu, memory: hours.memory * price.memory };
}

/**
 * What amounts cost in an hour, per resource: cores × price per core-hour, GiB × price per GiB-hour.
 * @param amounts millicores, bytes
 */
export function costOf({ cpu, memory }: Both, price: Price): Both {
  return costOfHours({ cpu: cpu / MILLICORES_PER_CORE, memory: memory / BYTES_PER_GIB }, price);
}

/** Both resources in one figure, to sort and draw by while there are no prices: a core counts as much as 8 GiB. */
export const PLAIN_WEIGHTS: Price = { cpu: 1, memory: 1 / 8 };

/** Both resources of something in one figure. */
export function together({ cpu, memory }: Both): number {
  return cpu + memory;
}
