import type { Sliced } from './slices';

/** Items sorted or merged between two pauses. */
const RUN = 512;

/** As `items.toSorted(compare)`, stable, with pauses. */
export function* sorting<T>(items: readonly T[], compare: (a: T, b: T) => number): Sliced<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      longer.push(yield* merging(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merging<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
): Sliced<T[]> {
  const merged: T[] = [];
  let taken = 0;
  for (const item of first) {
    for (let next = second[taken]; taken < second.length; next = second[taken]) {
      if (compare(next as T, item) >= 0) break;
      merged.push(next as T);
      taken++;
    }
    merged.push(item);
    if (merged.length % RUN === 0) yield;
  }
  for (; taken < second.length; taken++) merged.push(second[taken] as T);
  return merged;
}
