import { formatCpu } from '../model/quantity';
import { type Resource, tellApart } from '../model/units';

const EXACTLY = 3;

/** An amount as people read it: `250m`, `1.5 GiB`. */
export function amountText(resource: Resource, amount: number, moreDigits = 0): string {
  if (resource === 'cpu') return formatCpu(amount);
  if (moreDigits === EXACTLY) return `${amount} B`;
  for (const [unit, size] of [
    ['GiB', 2 ** 30] as const,
    ['MiB', 2 ** 20] as const,
    ['KiB', 2 ** 10] as const,
  ])
    if (Math.abs(amount) >= size) return `${Number((amount / size).toFixed(1 + moreDigits))} ${unit}`;
  return `${amount} B`;
}

/** Amounts that one sentence compares: those that differ read differently. */
export function amountTexts<T extends number | undefined>(resource: Resource, amounts: readonly T[]) {
  return tellApart(amounts, (amount, moreDigits) => amountText(resource, amount, moreDigits), EXACTLY);
}
