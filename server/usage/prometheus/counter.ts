const MS_PER_SECOND = 1000;
/** More cores than any node has, where the node is not known. */
const MOST_CORES = 1024;
/** A counter that falls by less than this share of it has stepped back; one that begins anew falls to next to nothing. */
const STEP_BACK = 1 / 8;

/** The scrapes of one counter of CPU seconds, in order of time. */
export interface Counter {
  readonly timesMs: readonly number[];
  readonly seconds: readonly number[];
  /** When what it counts began, and it was zero; Unix ms, undefined if unknown. */
  readonly sinceMs?: number | undefined;
}

/** CPU seconds that were used between two times, Unix ms. */
interface Rise {
  readonly fromMs: number;
  readonly toMs: number;
  readonly seconds: number;
}

/**
 * What a counter rose by between its scrapes, and from zero to the first. Where it falls to what can have been used since,
 * it began anew; where it steps back by a little, or falls to more, nothing is known of the time between.
 */
export function risesOf({ timesMs, seconds, sinceMs }: Counter, mostCores = MOST_CORES): Rise[] {
  const rises: Rise[] = [];
  const [firstMs, first] = [timesMs[0], seconds[0]];
  if (firstMs === undefined || first === undefined) return rises;
  const most = (fromMs: number, toMs: number) => (mostCores * (toMs - fromMs)) / MS_PER_SECOND;
  if (sinceMs !== undefined && sinceMs < firstMs && first <= most(sinceMs, firstMs))
    rises.push({ fromMs: sinceMs, toMs: firstMs, seconds: first });
  for (let index = 1; index < timesMs.length; index++) {
    const [fromMs, toMs] = [timesMs[index - 1] ?? 0, timesMs[index] ?? 0];
    const [before, now] = [seconds[index - 1] ?? 0, seconds[index] ?? 0];
    const isBack = now < before;
    if (isBack && (before - now < before * STEP_BACK || now > most(fromMs, toMs))) continue;
    rises.push({ fromMs, toMs, seconds: isBack ? now : now - before });
  }
  return rises;
}

/** The counters of several processors, which count together what one container uses. */
export function coresAt(
  processors: readonly Counter[],
  { firstMs, lastMs, stepMs }: { firstMs: number; lastMs: number; stepMs: number },
  mostCores?: number,
): Map<number, number> {
  const used = new Map<number, number>();
  const covered = new Map<number, number>();
  for (const [index, processor] of processors.entries())
    for (const { fromMs, toMs, seconds } of risesOf(processor, mostCores)) {
      const perMs = seconds / (toMs - fromMs);
      // A step is named by its end, as windows are.
      for (let atMs = Math.ceil((fromMs + 1) / stepMs) * stepMs; atMs - stepMs < toMs; atMs += stepMs) {
        const ms = Math.min(toMs, atMs) - Math.max(fromMs, atMs - stepMs);
        used.set(atMs, (used.get(atMs) ?? 0) + perMs * ms);
        if (index === 0) covered.set(atMs, (covered.get(atMs) ?? 0) + ms);
      }
    }
  const cores = new Map<number, number>();
  for (const [atMs, ms] of [...covered].sort(([a], [b]) => a - b))
    if (ms > 0 && atMs >= firstMs && atMs <= lastMs)
      cores.set(atMs, ((used.get(atMs) ?? 0) * MS_PER_SECOND) / ms);
  return cores;
}
