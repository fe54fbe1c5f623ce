import type { Resource } from '@/server/model/units';

/** From here on an upper bound says nothing: the estimator answers 1e14 while it knows too little. */
const UNBOUNDED = 1e13;

export interface AmountParts {
  number: string;
  unit: string;
}

const MEMORY_UNITS: readonly [size: number, unit: string][] = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
  [1, 'B'],
];

/** Up to three significant digits, never fewer than the integer part has, with thousands separated. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  const decimals = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: decimals });
}

/** Fractions of a millicore are cut off, as everywhere in the model. */
function cpuParts(millicores: number): AmountParts {
  if (Math.abs(millicores) < 1000) return { number: String(Math.trunc(millicores)), unit: 'm' };
  const number = threeDigits(millicores / 1000);
  return { number, unit: number === '1' ? 'core' : 'cores' };
}

function memoryParts(bytes: number): AmountParts {
  const size = Math.abs(bytes);
  for (const [unitSize, unit] of MEMORY_UNITS) {
    if (size >= unitSize) return { number: threeDigits(bytes / unitSize), unit };
  }
  return { number: '0', unit: 'MiB' };
}

/** Whether an amount is so large that it stands for "nothing known" rather than for an amount. */
export function isUnbounded(value: number): boolean {
  return value >= UNBOUNDED;
}

/** An amount in the unit people would choose; `value` in millicores or bytes. */
export function amountParts(resource: Resource, value: number): AmountParts {
  if (isUnbounded(value)) return { number: '∞', unit: '' };
  return resource === 'cpu' ? cpuParts(value) : memoryParts(value);
}

/** `250m`, `1.2 cores`, `340 MiB`; `value` in millicores or bytes. */
export function formatAmount(resource: Resource, value: number): string {
  const { number, unit } = amountParts(resource, value);
  return unit === 'm' || unit === '' ? `${number}${unit}` : `${number} ${unit}`;
}

/** As `formatAmount`, with a plus or a true minus sign. */
export function formatDifference(resource: Resource, value: number): string {
  const size = formatAmount(resource, Math.abs(value));
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size;
}

/** One amount where the ends agree as shown, else `100–250m`, `900 MiB–1.2 GiB`. */
export function formatAmountRange(resource: Resource, range: { min: number; max: number }): string {
  const least = formatAmount(resource, range.min);
  const most = formatAmount(resource, range.max);
  if (least === most) return least;
  const { number, unit } = amountParts(resource, range.min);
  return `${unit === amountParts(resource, range.max).unit ? number : least}–${most}`;
}

/** The exact amount, for those who want to copy it: `163m`, `262144000 B (250 MiB)`. */
export function exactAmount(resource: Resource, value: number): string {
  if (isUnbounded(value)) return 'no bound yet';
  if (resource === 'cpu') return `${Math.trunc(value).toLocaleString('en-US')}m`;
  return `${Math.trunc(value).toLocaleString('en-US')} B (${formatAmount('memory', value)})`;
}
