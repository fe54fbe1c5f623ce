import type { LowPoint } from './memory-of-life';

/** The middle one; of an even number the higher of both; NaN for none. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Bytes per ms: the median of the slopes of all pairs, which a third of the points cannot spoil (Theil, 1950; Sen,
 * 1968).
 */
export function slopeOf(points: readonly LowPoint[]): number {
  const slopes: number[] = [];
  for (const [index, a] of points.entries())
    for (const b of points.slice(index + 1)) slopes.push((b.bytes - a.bytes) / (b.ageMs - a.ageMs));
  return medianOf(slopes);
}
