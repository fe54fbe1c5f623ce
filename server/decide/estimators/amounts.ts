import { memoryBytes, type Resource } from '../../objects/units';

/** Units of what is requested per unit of what is measured: millicores per core, bytes per byte. */
export const AMOUNT_PER_UNIT: Readonly<Record<Resource, number>> = { cpu: 1000, memory: 1 };

/** Truncates to a whole amount. Both resources are held to the same range, see `objects/units`. */
export const wholeAmount: (value: number) => number = memoryBytes;

/** Usage in cores or bytes as a whole amount of millicores or bytes. */
export function wholeAmountOf(resource: Resource, usage: number): number {
  return wholeAmount(usage * AMOUNT_PER_UNIT[resource]);
}
