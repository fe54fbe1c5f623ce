/**
 * The value at a rank between 0 and 1 of ascending values, by nearest rank: of 12 values the 95th percentile is the
 * largest. Undefined where there is none (Hyndman and Fan, Sample quantiles in statistical packages, 1996, definition
 * 1).
 */
export function nearestRank(ascending: ArrayLike<number>, rank: number): number | undefined {
  return ascending[Math.max(0, Math.ceil(rank * ascending.length) - 1)];
}
