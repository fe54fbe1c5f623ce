import { isQuantity, milliValue } from '../../objects/quantity';
import type { ResourceList } from '../../objects/types';

/** Amounts by resource, in thousandths of the resource's unit (millicores, thousandths of a byte). */
export type MilliAmounts = Readonly<Record<string, number>>;

/** Kubernetes keeps thousandths in 64 bits, and so do metrics that claim more. */
const MOST = 2 ** 63;

/** A quantity in thousandths, rounded up; nothing if it is none. */
export function milliFrom(stated: unknown): number | undefined {
  return isQuantity(stated) ? Math.max(-MOST, Math.min(MOST, milliValue(stated))) : undefined;
}

/** The amounts of a resource list in thousandths; what is no quantity is left out, and nothing is inherited. */
export function milliAmounts(list: ResourceList | undefined): MilliAmounts {
  const amounts: Record<string, number> = Object.create(null);
  for (const name in list) {
    const amount = milliFrom(list[name]);
    if (amount !== undefined) amounts[name] = amount;
  }
  return amounts;
}
