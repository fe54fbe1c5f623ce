import type { LowPoint, MemoryOfLife } from './memory-of-life';
import { medianOf, slopeOf } from './slope';

/** How the memory of one life went. */
export type MemoryCourse =
  /** Straight up to its end: by so much a millisecond, from so much at the start if it was straight from there. */
  | { readonly kind: 'rises'; readonly bytesPerMs: number; readonly startBytes: number }
  /** It stays, it flattens, or it falls by itself: a cache, a heap, or nothing of note. */
  | { readonly kind: 'settles' }
  /** Too short or too noisy to tell. */
  | { readonly kind: 'unclear' };

const FEWEST_POINTS = 6;
const FEWEST_SHORT = 3;
/** Shorter lives do not show that memory settles. */
const LEAST_TO_SETTLE_MS = 3_600_000;
/** A rise of less than this share of the memory is none. */
const LEAST_RISE = 0.05;
/**
 * The deepest fall, as a share of the rise: noise up to the first, memory given back from the second. The lows of a
 * collected heap that are taken out of step with its collections may rise by chance, but seldom without such falls.
 */
const NOISE = 0.15;
const GIVEN_BACK = 0.5;
/** The slope of the second half as a share of that of the first: straight from the first on, flattening up to the second. */
const STRAIGHT = 0.75;
const FLATTENING = 0.35;
/** What the last quarter must rise of what the slope says, or it may just have ended. */
const STILL_RISING = 0.5;

const UNCLEAR: MemoryCourse = { kind: 'unclear' };
const SETTLES: MemoryCourse = { kind: 'settles' };

/** @param life what was measured of it so far */
export function courseOf(life: MemoryOfLife): MemoryCourse {
  const points = life.lowsAfterWarmUp();
  if (points.length < FEWEST_POINTS) return UNCLEAR;
  return courseThrough(points, life.ageMs >= LEAST_TO_SETTLE_MS);
}

/**
 * How memory went in lives that were each too short to tell, all ended by a kill: through the middle of what they had
 * at each age. It rises or is unclear.
 */
export function courseOfShort(lives: readonly (readonly LowPoint[])[]): MemoryCourse {
  if (lives.length < FEWEST_SHORT || lives.flat().length < FEWEST_POINTS) return UNCLEAR;
  const byAge = new Map<number, number[]>();
  for (const { ageMs, bytes } of lives.flat()) byAge.set(ageMs, [...(byAge.get(ageMs) ?? []), bytes]);
  const middle = [...byAge].map(([ageMs, found]) => ({ ageMs, bytes: medianOf(found) }));
  return courseThrough(
    middle.sort((a, b) => a.ageMs - b.ageMs),
    false,
  );
}

function courseThrough(points: readonly LowPoint[], mayTell: boolean): MemoryCourse {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return UNCLEAR;
  const spanMs = last.ageMs - first.ageMs;
  const slope = slopeOf(points);
  const levels = points.map(({ bytes }) => bytes);
  const isFlat = !(slope * spanMs > medianOf(levels) * LEAST_RISE);
  const rise = Math.max(...levels) - Math.min(...levels);
  const fall = deepestFall(levels);
  const half = Math.ceil(points.length / 2);
  const early = slopeOf(points.slice(0, half));
  const late = slopeOf(points.slice(-half));
  if (isFlat || fall > rise * GIVEN_BACK || late < Math.max(early, slope) * FLATTENING)
    return mayTell ? SETTLES : UNCLEAR;
  const quarter = points[Math.floor(points.length * 0.75) - 1] ?? first;
  const lately = (last.bytes - quarter.bytes) / (last.ageMs - quarter.ageMs);
  const isStraight = late >= early * STRAIGHT && late >= slope * STRAIGHT && lately >= slope * STILL_RISING;
  if (fall > rise * NOISE || !isStraight) return UNCLEAR;
  return { kind: 'rises', bytesPerMs: slope, startBytes: startOf(points, slope) };
}

function deepestFall(levels: readonly number[]): number {
  let [top, deepest] = [0, 0];
  for (const bytes of levels) {
    top = Math.max(top, bytes);
    deepest = Math.max(deepest, top - bytes);
  }
  return deepest;
}

/** Where the line begins. */
function startOf(points: readonly LowPoint[], slope: number): number {
  return Math.max(0, medianOf(points.map(({ bytes, ageMs }) => bytes - slope * ageMs)));
}
