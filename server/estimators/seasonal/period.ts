import type { SeasonView } from '../evidence';

/** A period that usage repeats with. */
export interface Season {
  /** In slots. */
  readonly period: number;
  /** The autocorrelation at that lag. */
  readonly strength: number;
}

/** Chance at most that noise looks like a period. */
const SIGNIFICANCE = 0.001;
/** The fundamental and its overtones: office hours are no sine. */
const OVERTONES = 4;
/** How much stronger than half a period before must a period be, so that a slow drift is none. */
const LEAST_RISE = 0.2;
/** A variance below this share of the power comes of rounding. */
const ROUNDING = 1e-12;
/** How much stronger than a shorter period must a longer one be. */
const LEAST_GAIN = 0.05;

/** What testing one period came to. */
export interface PeriodTest {
  readonly period: number;
  readonly verdict: SeasonView['tests'][number]['verdict'];
  /** How many times it fits into the values. */
  readonly rounds: number;
  readonly strength?: number;
  /** The least strength that would do. */
  readonly least?: number;
  readonly chance?: number;
}

/** The strongest of `periods` (in slots, ascending) in `values`, one a slot; see {@link testPeriods}. */
export function findSeason(
  values: Float64Array,
  periods: readonly number[],
  leastStrength: number,
): Season | undefined {
  const found = testPeriods(values, periods, leastStrength).findLast(({ verdict }) => verdict === 'found');
  return found && { period: found.period, strength: found.strength ?? 0 };
}

/**
 * Tests `periods` (in slots, ascending) in `values`, one a slot. The last that is found counts. A period needs
 * time for two rounds, at least `leastStrength`, and passes two tests:
 * 1. Autocorrelation: a peak at that lag, above what white noise reaches with a chance of 0.001.
 * 2. Spectrum: of the period's frequency and its overtones, the largest power |Σ x·e^(−2πift)|² over its mean
 *    Σ x², after Fisher's test: under white noise that ratio is exponential, so the largest of k exceeds z with
 *    a chance of 1 − (1 − e^−z)^k.
 */
export function testPeriods(
  values: Float64Array,
  periods: readonly number[],
  leastStrength: number,
): PeriodTest[] {
  let best = 0;
  return periods.map((period) => {
    const test = testPeriod(values, period, leastStrength, best);
    if (test.verdict === 'found') best = test.strength ?? 0;
    return test;
  });
}

function testPeriod(values: Float64Array, period: number, leastStrength: number, best: number): PeriodTest {
  const rounds = Math.floor(values.length / period);
  const test = { period, rounds };
  if (rounds < 2) return { ...test, verdict: 'too-short' };
  const newest = values.subarray(values.length - rounds * period);
  const centered = centeredOf(newest);
  const variance = productAt(centered, 0);
  if (!(variance > ROUNDING * productAt(newest, 0))) return { ...test, verdict: 'flat' };
  const strength = autocorrelation(centered, period, variance);
  const least = Math.max(leastStrength, 3.29 / Math.sqrt(centered.length));
  if (strength < least) return { ...test, verdict: 'weak', strength, least };
  const risen = autocorrelation(centered, Math.round(period / 2), variance) + LEAST_RISE;
  if (strength < risen) return { ...test, verdict: 'drift', strength, least: risen };
  if (best > 0 && strength < best + LEAST_GAIN)
    return { ...test, verdict: 'no-gain', strength, least: best + LEAST_GAIN };
  const chance = chanceOfNoise(centered, rounds, variance);
  return { ...test, verdict: chance < SIGNIFICANCE ? 'found' : 'noise', strength, least, chance };
}

function centeredOf(values: Float64Array): Float64Array {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  return values.map((value) => value - mean);
}

/** The correlation of pairs `lag` apart, not weakened by there being fewer of them. */
function autocorrelation(centered: Float64Array, lag: number, variance: number): number {
  const pairs = centered.length - lag;
  return productAt(centered, lag) / pairs / (variance / centered.length);
}

function productAt(centered: Float64Array, lag: number): number {
  let sum = 0;
  for (let index = lag; index < centered.length; index++)
    sum += (centered[index] ?? 0) * (centered[index - lag] ?? 0);
  return sum;
}

function chanceOfNoise(centered: Float64Array, rounds: number, meanPower: number): number {
  let largest = 0;
  for (let overtone = 1; overtone <= OVERTONES; overtone++)
    largest = Math.max(largest, powerAt(centered, rounds * overtone) / meanPower);
  return 1 - (1 - Math.exp(-largest)) ** OVERTONES;
}

/** |Σ x[t]·e^(−2πi·cycles·t/n)|², by Goertzel's algorithm. */
function powerAt(centered: Float64Array, cycles: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * cycles) / centered.length);
  let before = 0;
  let last = 0;
  for (const value of centered) {
    const next = value + factor * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - factor * last * before;
}
