/**
 * Randomness as a pure function of a seed and a key, so that a simulated cluster is the same in every run:
 * nothing here keeps state.
 */

/** FNV-1a over UTF-16 code units with a final avalanche; an unsigned 32-bit integer. */
export function hash32(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix32(hash);
}

/** A bijective avalanche of 32 bits: neighbouring inputs give unrelated outputs. */
export function mix32(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number in [0, 1) for the `index`-th draw of `key`, a hash. */
export function uniform(key: number, index: number): number {
  return mix32(key ^ Math.imul(index | 0, 0x9e3779b1)) / 2 ** 32;
}

/** Noise in [-1, 1] that changes smoothly over `periodMs`, for a time in Unix milliseconds. */
export function smoothNoise(key: number, timeMs: number, periodMs: number): number {
  const position = timeMs / periodMs;
  const step = Math.floor(position);
  const fraction = position - step;
  const eased = fraction * fraction * (3 - 2 * fraction);
  const from = uniform(key, step);
  const to = uniform(key, step + 1);
  return 2 * (from + (to - from) * eased) - 1;
}

/** The letters Kubernetes uses for generated names: no vowels, nothing easily mistaken. */
const NAME_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** `length` letters for the `index`-th name under `key`. */
export function nameSuffix(key: number, index: number, length = 5): string {
  let suffix = '';
  for (let place = 0; place < length; place++) {
    suffix += NAME_LETTERS[Math.floor(uniform(key ^ mix32(place + 1), index) * NAME_LETTERS.length)];
  }
  return suffix;
}

/** The decimal digits of a hash in the letters of generated names, as `pod-template-hash` is written. */
export function safeEncode(hash: number): string {
  return [...String(hash)].map((digit) => NAME_LETTERS[digit.charCodeAt(0) % NAME_LETTERS.length]).join('');
}
