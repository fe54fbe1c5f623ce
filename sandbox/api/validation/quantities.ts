import { compareQuantities, isQuantity, parseQuantity } from '@/server/objects/quantity';

/** Whether two quantities are equal, however written. */
export function sameQuantity(a: unknown, b: unknown): boolean {
  return compareAmounts(a, b) === 0;
}

/** Orders two quantities; NaN if either is invalid. */
export function compareAmounts(a: unknown, b: unknown): number {
  if (!isQuantity(a) || !isQuantity(b)) return Number.NaN;
  return compareQuantities(parseQuantity(a), parseQuantity(b));
}
