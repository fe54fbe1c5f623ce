import type { ReplicaUsage } from './workload';

/** The live loop's own pace: a step is at least so long. */
const SHORTEST_STEP_MS = 60_000;
/** No source of the past keeps samples further apart. */
const FURTHEST_APART_MS = 3_600_000;
/** Two years of minutes; more is a broken time. */
const MOST_STEPS = 1_051_200;

/** Even steps, as in `ReplayWorkload`. */
export interface Grid {
  readonly startMs: number;
  readonly stepMs: number;
  readonly steps: number;
}

/** Part of the usage of one container. */
export interface UsagePart {
  readonly timesMs: Float64Array;
  readonly cpuMillicores?: Float64Array;
  readonly memoryBytes?: Float64Array;
}

/** A recording that cannot be replayed; the message names it. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * Steps as long as the median distance of samples; undefined without any sample.
 * @throws RecordingError naming `title`
 */
export function usageGrid(title: string, parts: readonly UsagePart[]): Grid | undefined {
  const { firstMs, lastMs } = extentOf(parts);
  if (!(firstMs <= lastMs)) return undefined;
  const stepMs = stepOf(parts);
  const startMs = Math.floor(firstMs / stepMs) * stepMs;
  const steps = Math.floor((lastMs - startMs) / stepMs) + 1;
  if (steps > MOST_STEPS)
    throw new RecordingError(
      `${title} spans ${Math.round((lastMs - firstMs) / 86_400_000)} days; leave out rows with a wrong time`,
    );
  return { startMs, stepMs, steps };
}

/**
 * CPU averaged, memory at its peak, NaN where nothing is known. A sample stands for as many steps as it is from its
 * neighbours: hourly ones of an older past count as long as they lasted.
 */
export function usageOn(grid: Grid, parts: readonly UsagePart[]): ReplicaUsage {
  return { ...cpuOn(grid, parts), ...memoryOn(grid, parts) };
}

/** When the first and the last sample were taken; first > last without any. */
export function extentOf(parts: readonly UsagePart[]): { firstMs: number; lastMs: number } {
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { timesMs } of parts)
    for (let index = 0; index < timesMs.length; index++) {
      const timeMs = timesMs[index] ?? Number.NaN;
      if (timeMs < firstMs) firstMs = timeMs;
      if (timeMs > lastMs) lastMs = timeMs;
    }
  return { firstMs, lastMs };
}

/** The median distance of samples, in whole minutes. */
function stepOf(parts: readonly UsagePart[]): number {
  const median = evenDistanceOf(parts) ?? medianDistanceOf(parts);
  return Math.max(1, Math.round(median / SHORTEST_STEP_MS)) * SHORTEST_STEP_MS;
}

/** The one distance of all samples; undefined if they have several, or none. */
function evenDistanceOf(parts: readonly UsagePart[]): number | undefined {
  let even: number | undefined;
  for (const { timesMs } of parts)
    for (let index = 1; index < timesMs.length; index++) {
      const distance = (timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0);
      even ??= distance;
      if (distance !== even) return undefined;
    }
  return even;
}

function medianDistanceOf(parts: readonly UsagePart[]): number {
  const distances = new Float64Array(
    parts.reduce((sum, { timesMs }) => sum + Math.max(0, timesMs.length - 1), 0),
  );
  let count = 0;
  for (const { timesMs } of parts)
    for (let index = 1; index < timesMs.length; index++)
      distances[count++] = (timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0);
  return distances.sort()[count >> 1] ?? SHORTEST_STEP_MS;
}

function cpuOn(grid: Grid, parts: readonly UsagePart[]): Pick<ReplicaUsage, 'cpuMillicores'> {
  if (!parts.some((part) => part.cpuMillicores)) return {};
  const only = onePerStep(grid, parts, 'cpuMillicores');
  if (only) return { cpuMillicores: only };
  const sums = new Float32Array(grid.steps);
  const counts = new Uint32Array(grid.steps);
  eachSample(grid, parts, 'cpuMillicores', (step, value) => {
    sums[step] = (sums[step] ?? 0) + value;
    counts[step] = (counts[step] ?? 0) + 1;
  });
  for (let step = 0; step < grid.steps; step++) sums[step] = (sums[step] ?? 0) / (counts[step] ?? 0);
  return { cpuMillicores: sums };
}

function memoryOn(grid: Grid, parts: readonly UsagePart[]): Pick<ReplicaUsage, 'memoryBytes'> {
  if (!parts.some((part) => part.memoryBytes)) return {};
  const only = onePerStep(grid, parts, 'memoryBytes');
  if (only) return { memoryBytes: only };
  const peaks = new Float32Array(grid.steps).fill(Number.NaN);
  eachSample(grid, parts, 'memoryBytes', (step, value) => {
    const known = peaks[step] ?? Number.NaN;
    peaks[step] = Number.isNaN(known) ? value : Math.max(known, value);
  });
  return { memoryBytes: peaks };
}

/** The values of the one part that has them, where each of its samples is one step after the one before; else undefined. */
function onePerStep(
  { startMs, stepMs, steps }: Grid,
  parts: readonly UsagePart[],
  field: 'cpuMillicores' | 'memoryBytes',
): Float32Array | undefined {
  let only: UsagePart | undefined;
  for (const part of parts) {
    if (!part[field]) continue;
    if (only) return undefined;
    only = part;
  }
  const values = only?.[field];
  if (!only || !values) return undefined;
  const { timesMs } = only;
  for (let index = 1; index < values.length; index++)
    if ((timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0) !== stepMs) return undefined;
  const first = Math.floor(((timesMs[0] ?? 0) - startMs) / stepMs);
  if (first < 0 || first + values.length > steps) return undefined;
  const all = new Float32Array(steps).fill(Number.NaN);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN;
    if (value >= 0) all[first + index] = value;
  }
  return all;
}

function eachSample(
  { startMs, stepMs, steps }: Grid,
  parts: readonly UsagePart[],
  field: 'cpuMillicores' | 'memoryBytes',
  take: (step: number, value: number) => void,
): void {
  for (const part of parts) {
    const values = part[field];
    if (!values) continue;
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? Number.NaN;
      if (!(value >= 0)) continue;
      const first = Math.floor(((part.timesMs[index] ?? 0) - startMs) / stepMs);
      const last = Math.min(steps, first + stepsOf(part.timesMs, index, stepMs)) - 1;
      for (let step = first; step <= last; step++) take(step, value);
    }
  }
}

/** How many steps a sample stands for: after a gap as many as the samples beyond it. */
function stepsOf(timesMs: Float64Array, index: number, stepMs: number): number {
  const own = timesMs[index] ?? 0;
  const before = own - (timesMs[index - 1] ?? Number.NEGATIVE_INFINITY);
  const after = (timesMs[index + 1] ?? Number.POSITIVE_INFINITY) - own;
  const ms = Math.min(before, after);
  return ms <= FURTHEST_APART_MS ? Math.max(1, Math.round(ms / stepMs)) : 1;
}
