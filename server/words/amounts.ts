import {
  MAX_AMOUNT,
  RESOURCE_FACTS,
  type RequestedResource,
  type Resource,
  tellApart,
} from '@/server/objects/units';

/** The estimator answers it while it knows too little; history has seven digits of it. */
const UNKNOWN = Math.fround(MAX_AMOUNT);
/** An upper bound of a container from here on means nothing; what all nodes have may well be more. */
const UNBOUNDED = 1e13;

interface AmountParts {
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

/** At most this many extra digits tell amounts apart; beyond that, the amount is exact. */
const MOST_MORE_DIGITS = 3;
const EXACTLY = MOST_MORE_DIGITS + 1;

const NUMBER_FORMATS: Intl.NumberFormat[] = [];

/** Made once each: charts and tables put thousands of amounts into words. */
function numberFormat(decimals: number): Intl.NumberFormat {
  NUMBER_FORMATS[decimals] ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals });
  return NUMBER_FORMATS[decimals];
}

/**
 * At least three significant digits where there are decimals, never fewer than the integer part; thousands
 * separated.
 */
function threeDigits(value: number, moreDigits: number): string {
  const size = Math.abs(value);
  const decimals = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return numberFormat(decimals + moreDigits).format(value);
}

/** Fractions of a millicore are cut off, as in the model. */
function cpuParts(millicores: number, moreDigits: number): AmountParts {
  const whole = Math.trunc(millicores);
  if (Math.abs(whole) < 1000) return { number: String(whole), unit: 'm' };
  if (moreDigits === EXACTLY) return { number: whole.toLocaleString('en-US'), unit: 'm' };
  const number = threeDigits(whole / 1000, moreDigits);
  return { number, unit: number === '1' ? 'core' : 'cores' };
}

function memoryParts(bytes: number, moreDigits: number): AmountParts {
  if (moreDigits === EXACTLY) return { number: Math.trunc(bytes).toLocaleString('en-US'), unit: 'B' };
  const size = Math.abs(bytes);
  for (const [unitSize, unit] of MEMORY_UNITS) {
    if (size >= unitSize) return { number: threeDigits(bytes / unitSize, moreDigits), unit };
  }
  return { number: '0', unit: 'MiB' };
}

/** Within a sentence. */
export const resourceName = (resource: RequestedResource): string => RESOURCE_FACTS[resource].name;

/** Its name at the head of a line. */
export function resourceTitle(resource: RequestedResource): string {
  const name = resourceName(resource);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether an amount of a container stands for "unknown" rather than for an amount. */
export function isUnbounded(value: number): boolean {
  return value >= UNBOUNDED;
}

/** An amount in the unit that fits its size; `value` in millicores or bytes. */
export function amountParts(resource: RequestedResource, value: number, moreDigits = 0): AmountParts {
  if (Math.fround(value) === UNKNOWN) return { number: '∞', unit: '' };
  return RESOURCE_FACTS[resource].unit === 'millicores'
    ? cpuParts(value, moreDigits)
    : memoryParts(value, moreDigits);
}

/** `250m`, `1.2 cores`, `340 MiB`; `value` in millicores or bytes. */
export function formatAmount(resource: RequestedResource, value: number, moreDigits = 0): string {
  const { number, unit } = amountParts(resource, value, moreDigits);
  return unit === 'm' || unit === '' ? `${number}${unit}` : `${number} ${unit}`;
}

/** `0.05 cores`, `12.40 GiB`: always in the same unit and with as many digits, so that a column can be compared. */
export function amountInColumn(resource: Resource, value: number): string {
  const [size, unit] = resource === 'cpu' ? [1000, 'cores'] : [2 ** 30, 'GiB'];
  const shown = (value / size).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${shown === '0.00' && value > 0 ? '<\u20090.01' : shown} ${unit}`;
}

/** Amounts shown side by side: two that differ never read the same, as in `249.6 MiB`, `250 MiB`. */
export function formatAmounts<T extends number | undefined>(
  resource: RequestedResource,
  values: readonly T[],
) {
  return tellApart(values, (value, moreDigits) => formatAmount(resource, value, moreDigits), EXACTLY);
}

/** Like `formatAmount`, with a plus or a true minus sign. */
export function formatDifference(resource: RequestedResource, value: number): string {
  const size = formatAmount(resource, Math.abs(value));
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size;
}

export interface AmountRange {
  min: number;
  max: number;
}

/** One amount if both ends read the same, else `100–250m`, `900 MiB–1.2 GiB`. */
export function formatAmountRange(resource: Resource, range: AmountRange): string {
  const least = formatAmount(resource, range.min);
  const most = formatAmount(resource, range.max);
  if (least === most) return least;
  const { number, unit } = amountParts(resource, range.min);
  return `${unit === amountParts(resource, range.max).unit ? number : least}–${most}`;
}

/** Request and target side by side; they read the same only if they are equal. */
export function formatRequestAndTarget(
  resource: Resource,
  request: AmountRange | undefined,
  target: number | undefined,
): [request: string | undefined, target: string | undefined] {
  if (!request || target === undefined || request.min !== request.max)
    return [request && formatAmountRange(resource, request), formatAmounts(resource, [target])[0]];
  const [asked, wanted] = formatAmounts(resource, [request.min, target]);
  return [asked, wanted];
}

/** The exact amount, for copying: `163m`, `262,144,000 B (250 MiB)`. */
export function exactAmount(resource: Resource, value: number): string {
  if (isUnbounded(value)) return 'no bound yet';
  if (resource === 'cpu') return `${Math.trunc(value).toLocaleString('en-US')}m`;
  const [size, unit] = MEMORY_UNITS.find(([unitSize]) => value >= unitSize && value % unitSize === 0) ?? [
    1,
    'B',
  ];
  const exact = `${Math.trunc(value / size).toLocaleString('en-US')} ${unit}`;
  return unit === 'B' ? `${exact} (${formatAmount('memory', value)})` : exact;
}
