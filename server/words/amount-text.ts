import { type Resource, tellApart } from '../model/units';

const EXACTLY = 3;

/** An amount as people read it: `250m`, `1.2 cores`, `1.5 GiB`. */
export function amountText(resource: Resource, amount: number, moreDigits = 0): string {
  if (resource === 'cpu') return cpuText(amount, moreDigits);
  if (moreDigits === EXACTLY) return `${amount} B`;
  for (const [unit, size] of [
    ['GiB', 2 ** 30] as const,
    ['MiB', 2 ** 20] as const,
    ['KiB', 2 ** 10] as const,
  ])
    if (Math.abs(amount) >= size) return `${Number((amount / size).toFixed(1 + moreDigits))} ${unit}`;
  return `${amount} B`;
}

function cpuText(millicores: number, moreDigits: number): string {
  if (Math.abs(millicores) < 1000) return `${Math.trunc(millicores)}m`;
  const cores = Number((millicores / 1000).toFixed(2 + moreDigits));
  return `${cores} ${cores === 1 ? 'core' : 'cores'}`;
}

/** Amounts that one sentence compares: those that differ read differently. */
export function amountTexts<T extends number | undefined>(resource: Resource, amounts: readonly T[]) {
  return tellApart(amounts, (amount, moreDigits) => amountText(resource, amount, moreDigits), EXACTLY);
}
