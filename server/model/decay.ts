/** Unix ms of Go's zero time, 0001-01-01T00:00:00Z, from which half lives are counted. */
export const YEAR_ONE_MS = -62_135_596_800_000;

/** Weights are rescaled to a later time once samples come this many half lives after their reference. */
export const MAX_DECAY_EXPONENT = 100;

/** The longest duration in Go (2^63 − 1 ns); longer ones are capped to it. */
const LONGEST_SPAN_MS = 9_223_372_036_854.775;
const LEAST_EXPONENT = -1074;
const GREATEST_EXPONENT = 1023;

const POWERS_OF_TWO = Float64Array.from(
  { length: GREATEST_EXPONENT - LEAST_EXPONENT + 1 },
  (_, index) => 2 ** (index + LEAST_EXPONENT),
);

/** 2^`exponent` for a whole exponent, exact; 0 or Infinity beyond the range of a double. */
export function powerOfTwo(exponent: number): number {
  if (exponent < LEAST_EXPONENT) return 0;
  return POWERS_OF_TWO[exponent - LEAST_EXPONENT] ?? Number.POSITIVE_INFINITY;
}

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const R1 = 0.16666666666666666;
const R2 = -0.0027777777777015593;
const R3 = 0.00006613756321437934;
const R4 = -0.0000016533902205465252;
const R5 = 4.1381367970572385e-8;

/**
 * 2^`x`, the same to the last bit on every engine (`Math.pow` is not): ties between a percentile and a sum of equal
 * weights depend on it. x is split into a whole k and a rest t; e^(t·ln 2) is the rational approximation of fdlibm,
 * with ln 2 in two parts (fdlibm 5.3, e_exp.c).
 */
export function exp2(x: number): number {
  const k = Math.trunc(x > 0 ? x + 0.5 : x - 0.5);
  const t = x - k;
  const high = t * LN2_HIGH;
  const low = -t * LN2_LOW;
  const r = high - low;
  const s = r * r;
  const c = r - s * (R1 + s * (R2 + s * (R3 + s * (R4 + s * R5))));
  return (1 - (low - (r * c) / (2 - c) - high)) * powerOfTwo(k);
}

/**
 * `timeMs` rounded to the nearest multiple of `halfLifeMs` counted from year 1, halves up (as `Time.Round` of Go; VPA
 * 1.8, pkg/recommender/util, decaying_histogram.go, `shiftReferenceTimestamp`).
 */
export function roundToHalfLife(timeMs: number, halfLifeMs: number): number {
  const past = (timeMs - YEAR_ONE_MS) % halfLifeMs;
  return past + past < halfLifeMs ? timeMs - past : timeMs + (halfLifeMs - past);
}

/**
 * How many half lives `fromMs` is after `toMs`, rounded (VPA 1.8, pkg/recommender/util, decaying_histogram.go,
 * `round`).
 */
export function halfLivesBetween(fromMs: number, toMs: number, halfLifeMs: number): number {
  const span = Math.min(Math.max(fromMs - toMs, -LONGEST_SPAN_MS), LONGEST_SPAN_MS);
  return Math.floor(span / halfLifeMs + 0.5);
}
