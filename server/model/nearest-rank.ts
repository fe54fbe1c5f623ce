/**
 * The value at a rank between 0 and 1 of ascending values, by nearest rank: of 12 values the 95th percentile is the
 * largest. Undefined where there is none (Hyndman and Fan, Sample quantiles in statistical packages, 1996, definition
 * 1).
 */
export function nearestRank(ascending: ArrayLike<number>, rank: number): number | undefined {
  return ascending[indexOf(rank, ascending.length)];
}

/**
 * The values at these ranks, the least rank first, of values in any order, none of them NaN, which it reorders. It takes
 * time by their number alone, where sorting them takes ten times as long (Hoare, Algorithm 65: Find, 1961).
 */
export function nearestRanks(values: Float64Array, ranks: readonly number[]): (number | undefined)[] {
  let from = 0;
  return ranks.map((rank) => {
    if (values.length === 0) return undefined;
    const index = indexOf(rank, values.length);
    partition(values, from, index);
    from = index;
    return values[index];
  });
}

function indexOf(rank: number, count: number): number {
  return Math.max(0, Math.ceil(rank * count) - 1);
}

/** Puts the value that belongs at this index there, nothing larger before it and nothing smaller after. */
function partition(values: Float64Array, first: number, index: number): void {
  let from = first;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1] ?? 0;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++;
      while ((values[high] ?? 0) > pivot) high--;
      if (low > high) break;
      const kept = values[low] ?? 0;
      values[low++] = values[high] ?? 0;
      values[high--] = kept;
    }
    if (index <= high) to = high;
    else if (index >= low) from = low;
    else return;
  }
}
