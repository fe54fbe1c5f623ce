import type { PastOptions, PastSeries, PastSource, TimeSpan } from '../usage/source';
import type { ReplicaUsage } from './workload';

/** The live loop's own pace: a step is at least so long. */
const SHORTEST_STEP_MS = 60_000;
/** Two years of minutes; more is a broken time. */
const MOST_STEPS = 1_051_200;

/** What was recorded of one pod, by container; steps as in `ReplayWorkload`. */
export interface Recording {
  readonly namespace: string;
  readonly name: string;
  readonly startMs: number;
  readonly stepMs: number;
  readonly steps: number;
  readonly containers: ReadonlyMap<string, ReplicaUsage>;
}

/** A recording that cannot be replayed; the message names it. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

interface Part {
  readonly timesMs: Float64Array;
  readonly cpuMillicores?: Float64Array;
  readonly memoryBytes?: Float64Array;
}

/**
 * Every pod of a past source on a grid of even steps: CPU averaged, memory at its peak, NaN where nothing is known.
 * @throws RecordingError, and what the source throws
 */
export async function recordingsOf(
  source: PastSource,
  span: TimeSpan,
  options: PastOptions = {},
): Promise<Recording[]> {
  const pods = new Map<string, { namespace: string; name: string; containers: Map<string, Part[]> }>();
  for await (const series of source.samples(span, options)) {
    const { namespace, pod, container } = series.container;
    const key = `${namespace}/${pod}`;
    let own = pods.get(key);
    if (!own) {
      own = { namespace, name: pod, containers: new Map() };
      pods.set(key, own);
    }
    const parts = own.containers.get(container) ?? [];
    parts.push(partOf(series));
    own.containers.set(container, parts);
  }
  return [...pods.values()].flatMap(({ namespace, name, containers }) => {
    const recording = onGrid(namespace, name, containers);
    pods.delete(`${namespace}/${name}`);
    return recording ?? [];
  });
}

function partOf({ timesMs, cpuMillicores, memoryBytes }: PastSeries): Part {
  return {
    timesMs: Float64Array.from(timesMs),
    ...(cpuMillicores && { cpuMillicores: Float64Array.from(cpuMillicores) }),
    ...(memoryBytes && { memoryBytes: Float64Array.from(memoryBytes) }),
  };
}

/** Undefined without any sample. */
function onGrid(namespace: string, name: string, containers: Map<string, Part[]>): Recording | undefined {
  const all = [...containers.values()].flat();
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { timesMs } of all)
    for (const timeMs of timesMs) {
      firstMs = Math.min(firstMs, timeMs);
      lastMs = Math.max(lastMs, timeMs);
    }
  if (!(firstMs <= lastMs)) return undefined;
  const stepMs = stepOf(all);
  const startMs = Math.floor(firstMs / stepMs) * stepMs;
  const steps = Math.floor((lastMs - startMs) / stepMs) + 1;
  if (steps > MOST_STEPS)
    throw new RecordingError(
      `${namespace}/${name} spans ${Math.round((lastMs - firstMs) / 86_400_000)} days; leave out rows with a wrong time`,
    );
  const grid = { startMs, stepMs, steps };
  const used = [...containers].map(([container, parts]): [string, ReplicaUsage] => [
    container,
    { ...cpuOn(grid, parts), ...memoryOn(grid, parts) },
  ]);
  return { namespace, name, ...grid, containers: new Map(used) };
}

type Grid = Pick<Recording, 'startMs' | 'stepMs' | 'steps'>;

/** The median distance of samples, in whole minutes. */
function stepOf(parts: readonly Part[]): number {
  const distances: number[] = [];
  for (const { timesMs } of parts)
    for (let index = 1; index < timesMs.length; index++)
      distances.push((timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0));
  const sorted = Float64Array.from(distances).sort();
  const median = sorted[sorted.length >> 1] ?? SHORTEST_STEP_MS;
  return Math.max(1, Math.round(median / SHORTEST_STEP_MS)) * SHORTEST_STEP_MS;
}

function cpuOn(grid: Grid, parts: readonly Part[]): Pick<ReplicaUsage, 'cpuMillicores'> {
  if (!parts.some((part) => part.cpuMillicores)) return {};
  const sums = new Float32Array(grid.steps);
  const counts = new Uint32Array(grid.steps);
  eachSample(grid, parts, 'cpuMillicores', (step, value) => {
    sums[step] = (sums[step] ?? 0) + value;
    counts[step] = (counts[step] ?? 0) + 1;
  });
  for (const [step, count] of counts.entries())
    sums[step] = count > 0 ? (sums[step] ?? 0) / count : Number.NaN;
  return { cpuMillicores: sums };
}

function memoryOn(grid: Grid, parts: readonly Part[]): Pick<ReplicaUsage, 'memoryBytes'> {
  if (!parts.some((part) => part.memoryBytes)) return {};
  const peaks = new Float32Array(grid.steps).fill(Number.NaN);
  eachSample(grid, parts, 'memoryBytes', (step, value) => {
    const known = peaks[step] ?? Number.NaN;
    peaks[step] = Number.isNaN(known) ? value : Math.max(known, value);
  });
  return { memoryBytes: peaks };
}

function eachSample(
  { startMs, stepMs }: Grid,
  parts: readonly Part[],
  field: 'cpuMillicores' | 'memoryBytes',
  take: (step: number, value: number) => void,
): void {
  for (const part of parts) {
    const values = part[field];
    if (!values) continue;
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? Number.NaN;
      const step = Math.floor(((part.timesMs[index] ?? 0) - startMs) / stepMs);
      if (value >= 0) take(step, value);
    }
  }
}
