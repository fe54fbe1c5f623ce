const DOT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** Up to 22 decimals, and digits that make a safe integer, one division rounds as a parser would: both are exact. */
export const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** The number that stands in these bytes, exactly as `Number` reads it; `+Inf` and `-Inf` are infinite. */
export function readNumber(bytes: Buffer, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  let mantissa = 0;
  let digits = 0;
  let dotAt = to - 1;
  let hasDot = false;
  for (let at = isNegative ? from + 1 : from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits++;
    } else if (byte === DOT && !hasDot) {
      hasDot = true;
      dotAt = at;
    } else return slowly(bytes.toString('latin1', from, to));
  }
  const power = POWERS_OF_TEN[to - dotAt - 1];
  if (mantissa > Number.MAX_SAFE_INTEGER || power === undefined || digits === 0)
    return slowly(bytes.toString('latin1', from, to));
  const value = mantissa / power;
  return isNegative ? -value : value;
}

function slowly(text: string): number {
  const value = Number(text);
  if (value === 0) return text.trim() === '' ? Number.NaN : value;
  if (!Number.isNaN(value)) return value;
  if (text === '+Inf' || text === 'Inf') return Number.POSITIVE_INFINITY;
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : value;
}
