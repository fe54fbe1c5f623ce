import {
  type Amounts,
  type CpuMillicores,
  cpuMillicores,
  EPHEMERAL_STORAGE,
  type MemoryBytes,
  memoryBytes,
  REQUESTED_RESOURCES,
  RESOURCE_FACTS,
  type RequestedResource,
} from './units';

/** How a quantity was written, which decides its canonical form. */
type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An exact Kubernetes quantity: `nanos` billionths, the finest unit in Kubernetes. */
export interface Quantity {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

/** A text that is not a quantity; the message names it and says what a quantity looks like. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';

  constructor(
    readonly text: string,
    why: string,
  ) {
    super(
      `"${text}" is not a quantity: ${why}; write a number with an optional suffix, such as 250m, 1.5, 128Mi or 1e3`,
    );
  }
}

const NANOS = 1_000_000_000n;
const LARGEST_BINARY_NANOS = (2n ** 63n - 1n) * NANOS;
const LARGEST_EXPONENT = 1000;

const DECIMAL_EXPONENTS: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

const SYNTAX = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d+))?$/;

/**
 * Parses every form Kubernetes accepts: plain and fractional numbers, `n u m k M G T P E`, `Ki Mi Gi Ti Pi
 * Ei`, and exponents `1e3`, `1E-3`. Exact to billionths; finer amounts round away from zero, and binary
 * amounts are capped at 2^63 − 1, like `resource.ParseQuantity`.
 * @throws QuantityError naming the text
 */
export function parseQuantity(value: string | number): Quantity {
  const text = typeof value === 'number' ? String(value) : value;
  const match = SYNTAX.exec(text);
  if (!match) throw new QuantityError(text, text === '' ? 'it is empty' : 'it has misplaced characters');
  const [, sign, whole = '', fraction = '', binary, decimal = '', exponentText] = match;
  if (whole === '' && fraction === '') throw new QuantityError(text, 'it has no digits');
  const digits = BigInt(whole + fraction);
  const negative = sign === '-';
  if (binary !== undefined) {
    const power = BINARY_SUFFIXES.indexOf(binary as (typeof BINARY_SUFFIXES)[number]);
    const magnitude = scaleByTen(digits << BigInt(10 * power), 9 - fraction.length);
    const nanos = magnitude > LARGEST_BINARY_NANOS ? LARGEST_BINARY_NANOS : magnitude;
    const format = nanos > 0n && nanos < NANOS ? 'DecimalSI' : 'BinarySI';
    return { nanos: negative ? -nanos : nanos, format };
  }
  const exponent = exponentText === undefined ? (DECIMAL_EXPONENTS[decimal] ?? 0) : Number(exponentText);
  if (Math.abs(exponent) > LARGEST_EXPONENT) throw new QuantityError(text, 'its exponent is out of range');
  const nanos = scaleByTen(digits, exponent + 9 - fraction.length);
  const format = exponentText === undefined ? 'DecimalSI' : 'DecimalExponent';
  return { nanos: negative ? -nanos : nanos, format };
}

/** `magnitude`·10^`power`, rounded up. */
function scaleByTen(magnitude: bigint, power: number): bigint {
  if (power >= 0) return magnitude * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (magnitude + divisor - 1n) / divisor;
}

/** Whether {@link parseQuantity} accepts `text`. */
export function isQuantity(text: unknown): text is string | number {
  if (typeof text !== 'string' && typeof text !== 'number') return false;
  const match = SYNTAX.exec(String(text));
  return (
    match !== null &&
    (match[2] ?? '') + (match[3] ?? '') !== '' &&
    Math.abs(Number(match[6] ?? 0)) <= LARGEST_EXPONENT
  );
}

/** The canonical text of a quantity, as in Kubernetes: no fraction, the largest exact suffix. */
export function formatQuantity(quantity: Quantity): string {
  const { nanos, format } = quantity;
  if (nanos === 0n) return '0';
  const sign = nanos < 0n ? '-' : '';
  const magnitude = nanos < 0n ? -nanos : nanos;
  if (format === 'BinarySI' && magnitude >= 1024n * NANOS && magnitude % NANOS === 0n)
    return sign + binaryText(magnitude / NANOS);
  return sign + decimalText(magnitude, format === 'DecimalExponent');
}

function binaryText(whole: bigint): string {
  let mantissa = whole;
  let power = 0;
  while (power < BINARY_SUFFIXES.length - 1 && mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    power++;
  }
  return `${mantissa}${BINARY_SUFFIXES[power]}`;
}

function decimalText(nanos: bigint, asExponent: boolean): string {
  let mantissa = nanos;
  let step = 0;
  while (mantissa % 1000n === 0n && (asExponent || step < DECIMAL_SUFFIXES.length - 1)) {
    mantissa /= 1000n;
    step++;
  }
  if (!asExponent) return `${mantissa}${DECIMAL_SUFFIXES[step]}`;
  const exponent = 3 * step - 9;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}

/** −1, 0 or 1 if `a` is less than, equal to or more than `b`; the format does not count. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}

/** The exact sum, in the format of `a` (of `b` if `a` is zero, as in Kubernetes). */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** The exact difference `a` − `b`, in the format of `a` (of `b` if `a` is zero). */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** The quantity as the nearest double. */
export function quantityToNumber(quantity: Quantity): number {
  return Number(quantity.nanos / NANOS) + Number(quantity.nanos % NANOS) / 1e9;
}

const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
const MOST_FAST_DIGITS = 15;

/**
 * The leading digits of a text of digits and at most one suffix, as a number below 1e15; −1 for any other
 * text. With the suffix this parses nearly every quantity of a metrics API without a regular expression or a
 * big integer.
 */
function leadingDigits(text: string, digitCount: number): number {
  if (digitCount <= 0 || digitCount > MOST_FAST_DIGITS) return -1;
  let value = 0;
  for (let index = 0; index < digitCount; index++) {
    const code = text.charCodeAt(index);
    if (code < DIGIT_ZERO || code > DIGIT_NINE) return -1;
    value = value * 10 + (code - DIGIT_ZERO);
  }
  return value;
}

function ceilingDivide(nanos: bigint, divisor: bigint): number {
  const quotient = nanos / divisor;
  return Number(nanos > 0n && nanos % divisor !== 0n ? quotient + 1n : quotient);
}

/**
 * The amount in thousandths, rounded up like Kubernetes' `MilliValue`; may be negative or too large, which
 * the caller must judge.
 * @throws QuantityError
 */
export function milliValue(value: string | number): number {
  const text = typeof value === 'number' ? String(value) : value;
  const length = text.length;
  const last = text.charCodeAt(length - 1);
  if (last >= DIGIT_ZERO && last <= DIGIT_NINE) {
    const digits = leadingDigits(text, length);
    if (digits >= 0 && digits < 1e12) return digits * 1000;
  } else {
    const digits = leadingDigits(text, length - 1);
    if (digits >= 0) {
      const suffix = text[length - 1];
      if (suffix === 'm') return digits;
      if (suffix === 'n') return Math.ceil(digits / 1e6);
      if (suffix === 'u') return Math.ceil(digits / 1000);
    }
  }
  return ceilingDivide(parseQuantity(text).nanos, 1_000_000n);
}

const BINARY_FACTORS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/**
 * The amount in whole units, rounded up like Kubernetes' `Value`; may be negative or too large, which the
 * caller must judge.
 * @throws QuantityError
 */
export function wholeValue(value: string | number): number {
  const text = typeof value === 'number' ? String(value) : value;
  const plain = plainWhole(text);
  return plain >= 0 ? plain : ceilingDivide(parseQuantity(text).nanos, NANOS);
}

/** The amount of digits with at most one binary suffix, in whole units; −1 for any other text. */
function plainWhole(text: string): number {
  const length = text.length;
  const last = text.charCodeAt(length - 1);
  if (last >= DIGIT_ZERO && last <= DIGIT_NINE) return leadingDigits(text, length);
  if (text[length - 1] !== 'i') return -1;
  const digits = leadingDigits(text, length - 2);
  const factor = BINARY_FACTORS[text[length - 2] ?? ''];
  return digits >= 0 && factor !== undefined && digits * factor <= Number.MAX_SAFE_INTEGER
    ? digits * factor
    : -1;
}

/** CPU in whole millicores, rounded up and held in [0, 1e14]. @throws QuantityError */
export function cpuFrom(value: string | number): CpuMillicores {
  return cpuMillicores(milliValue(value));
}

/** Memory in whole bytes, rounded up and held in [0, 1e14]. @throws QuantityError */
export function memoryFrom(value: string | number): MemoryBytes {
  return memoryBytes(wholeValue(value));
}

/** Whether it is no whole number of bytes, as `100000000500m`; what is no quantity is none. */
export function hasPartOfByte(value: unknown): boolean {
  if (value === undefined || (typeof value === 'string' && plainWhole(value) >= 0)) return false;
  return isQuantity(value) && parseQuantity(value).nanos % NANOS !== 0n;
}

/** An amount of a resource, in millicores or bytes: `cpuFrom` or `memoryFrom`. @throws QuantityError */
export function amountFrom(resource: RequestedResource, value: string | number): CpuMillicores | MemoryBytes {
  return RESOURCE_FACTS[resource].unit === 'millicores' ? cpuFrom(value) : memoryFrom(value);
}

/** Canonical text of a CPU amount: `163m`, `3`. */
export function formatCpu(millicores: CpuMillicores | number): string {
  const whole = Math.trunc(millicores);
  if (whole % 1000 !== 0) return `${whole}m`;
  return formatQuantity({ nanos: BigInt(whole) * 1_000_000n, format: 'DecimalSI' });
}

/** Canonical binary text of a memory amount, as the reference writes it: `250Mi`, `327155713`. */
export function formatMemory(bytes: MemoryBytes | number): string {
  let mantissa = Math.trunc(bytes);
  let power = 0;
  for (; mantissa !== 0 && mantissa % 1024 === 0; power++) mantissa /= 1024;
  return `${mantissa}${BINARY_SUFFIXES[power] ?? ''}`;
}

/** The CPU and memory of a resource list; other resources are left out. @throws QuantityError */
export function amountsFrom(list: Readonly<Record<string, string | number>> | null | undefined): Amounts {
  const amounts: Amounts = {};
  if (list?.cpu !== undefined) amounts.cpu = cpuFrom(list.cpu);
  if (list?.memory !== undefined) amounts.memory = memoryFrom(list.memory);
  return amounts;
}

/** The same with ephemeral storage, if it states one that can be read. @throws QuantityError */
export function requestedFrom(list: Readonly<Record<string, string | number>> | null | undefined): Amounts {
  const amounts = amountsFrom(list);
  const stored = list?.[EPHEMERAL_STORAGE];
  if (isQuantity(stored)) amounts[EPHEMERAL_STORAGE] = memoryFrom(stored);
  return amounts;
}

/** Canonical text of an amount: `163m`, `250Mi`. */
export function quantityText(resource: RequestedResource, amount: number): string {
  return RESOURCE_FACTS[resource].unit === 'millicores' ? formatCpu(amount) : formatMemory(amount);
}

/** The resource list with these `amounts`. */
export function resourceListFrom(amounts: Amounts): Record<string, string> {
  const list: Record<string, string> = {};
  for (const resource of REQUESTED_RESOURCES) {
    const amount = amounts[resource];
    if (amount !== undefined) list[resource] = quantityText(resource, amount);
  }
  return list;
}
