/** A stretch of time in Unix milliseconds; the end is no longer in it. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** The same times in order, without overlaps and empty ones. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals
    .filter(({ startMs, endMs }) => endMs > startMs)
    .sort((a, b) => a.startMs - b.startMs);
  const all: Interval[] = [];
  for (const one of sorted) {
    const last = all.at(-1);
    if (!last || one.startMs > last.endMs) all.push(one);
    else if (one.endMs > last.endMs) all[all.length - 1] = { startMs: last.startMs, endMs: one.endMs };
  }
  return all;
}

/** What of `intervals` is in none of `others`; both joined. */
export function without(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let next = 0;
  for (const { startMs, endMs } of intervals) {
    let fromMs = startMs;
    while ((others[next]?.endMs ?? Infinity) <= fromMs) next++;
    for (let index = next; fromMs < endMs; index++) {
      const other = others[index];
      if (!other || other.startMs >= endMs) {
        left.push({ startMs: fromMs, endMs });
        break;
      }
      if (other.startMs > fromMs) left.push({ startMs: fromMs, endMs: other.startMs });
      fromMs = other.endMs;
    }
  }
  return left;
}

/** What of joined intervals is from `fromMs` until before `toMs`. */
export function within(intervals: readonly Interval[], fromMs: number, toMs: number): Interval[] {
  return intervals
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}
