import type { SignalUnit } from '../model/other-signals';
import { formatAmount } from './amounts';

const THOUSANDS: readonly [size: number, prefix: string][] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** Why memory follows usage though the VPA lets it follow another signal. */
export const UNFOLLOWED = {
  loading: 'Memory follows usage until the history of the signal that it should follow is loaded.',
  partial: 'Memory follows usage: part of the history of the signal that it should follow could not be read.',
  'no-samples': 'Memory follows usage: nothing is known of it without page cache.',
} as const satisfies Record<string, string>;

/** Three digits at most, as a measure of this precision deserves. */
function rounded(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return Number(value.toFixed(decimals)).toLocaleString('en-US');
}

function withPrefix(value: number, unit: string): string {
  const [size, prefix] = THOUSANDS.find(([least]) => value >= least) ?? [1, ''];
  return `${rounded(value / size)} ${prefix}${unit}`;
}

/**
 * `1.2 MB/s`, `34 /s`, `12 %`, `240 MiB`, `18`. A value is the end of the bucket it fell into: of a count the
 * highest whole number below; what fell into the lowest bucket, up to `finest`, is `under` its end.
 */
export function formatSignal(unit: SignalUnit, value: number, finest: number): string {
  if (unit === 'count') return (Math.ceil(value) - 1).toLocaleString('en-US');
  const text = textOf(unit, value);
  return value <= finest ? `under ${text}` : text;
}

function textOf(unit: Exclude<SignalUnit, 'count'>, value: number): string {
  switch (unit) {
    case 'bytes':
      return formatAmount('memory', value);
    case 'bytes-per-second':
      return withPrefix(value, 'B/s');
    case 'per-second':
      return value >= 1e6 ? withPrefix(value, '/s') : `${rounded(value)} /s`;
    case 'share':
      return `${rounded(value * 100)} %`;
  }
}
