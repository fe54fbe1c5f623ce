const DOT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** Up to this many digits and decimals, one division rounds as a parser does: both numbers are exact. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** The number in these bytes, exactly as `Number` parses it; `+Inf` and `-Inf` are infinite. */
export function readNumber(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  let mantissa = 0;
  let digits = 0;
  let dotAt = -1;
  let at = isNegative ? from + 1 : from;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      if (mantissa > 0) digits++;
    } else if (byte === DOT && dotAt < 0) dotAt = at;
    else break;
  }
  const power = POWERS[dotAt < 0 ? 0 : to - dotAt - 1];
  if (at < to || digits > MOST_DIGITS || power === undefined || to - from < 1 || digits === 0)
    return slowly(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to));
  const value = mantissa / power;
  return isNegative ? -value : value;
}

function slowly(text: string): number {
  if (/^\s*$/.test(text)) return Number.NaN;
  if (text === '+Inf' || text === 'Inf') return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  return Number(text);
}
