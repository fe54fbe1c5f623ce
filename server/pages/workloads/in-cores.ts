import { type Both, costOf, PLAIN_WEIGHTS, together } from '../../decide/pods/money/price';

/** Millicores and bytes as one figure to sort by, in cores. */
export function inCores(amounts: Both): number {
  return together(costOf(amounts, PLAIN_WEIGHTS));
}
