import type { PastOptions, PastSource, TimeSpan } from '../../usage/source';
import { podsOf, type RecordedPod } from './recordings';
import { extentOf, type Grid, type UsagePart, usageGrid, usageOn } from './usage-grid';
import type { ReplicaUsage } from './workload';

/** The usage of a workload of some replicas. */
export interface RecordedUsage extends Grid {
  /** By container, one for each replica that was recorded. */
  readonly usage: ReadonlyMap<string, readonly ReplicaUsage[]>;
}

/**
 * The pods of one workload on one grid: each follows one that ended, as its replica; what more pods used at once
 * than there are replicas is left out. Undefined without any sample.
 * @param title of the workload, for errors
 * @throws RecordingError, and what the source throws
 */
export async function recordedUsage(
  source: PastSource,
  span: TimeSpan,
  options: PastOptions,
  { title, replicas }: { readonly title: string; readonly replicas: number },
): Promise<RecordedUsage | undefined> {
  const pods = [...(await podsOf(source, span, options)).values()];
  const lines = linesOf(pods, replicas);
  const grid = usageGrid(
    title,
    lines.flatMap((line) => [...line.values()].flat()),
  );
  if (!grid) return undefined;
  const names = new Set(lines.flatMap((line) => [...line.keys()]));
  const usage = [...names].map((name): [string, ReplicaUsage[]] => [
    name,
    lines.map((line) => usageOn(grid, line.get(name) ?? [])),
  ]);
  return { ...grid, usage: new Map(usage) };
}

/** What one replica used, by container. */
type Line = Map<string, UsagePart[]>;

function linesOf(pods: readonly RecordedPod[], replicas: number): Line[] {
  const lines: { line: Line; endMs: number }[] = [];
  const inOrder = pods
    .map(({ containers }) => ({ containers, ...extentOf([...containers.values()].flat()) }))
    .filter(({ firstMs, lastMs }) => firstMs <= lastMs)
    .sort((a, b) => a.firstMs - b.firstMs);
  for (const { containers, firstMs, lastMs } of inOrder) {
    let free = lines.length > 0 ? lines.reduce((a, b) => (b.endMs < a.endMs ? b : a)) : undefined;
    if (!free || (free.endMs >= firstMs && lines.length < replicas)) {
      free = { line: new Map(), endMs: Number.NEGATIVE_INFINITY };
      lines.push(free);
    }
    const { line, endMs } = free;
    for (const [container, parts] of containers)
      line.set(container, [...(line.get(container) ?? []), ...parts.map((part) => after(endMs, part))]);
    free.endMs = Math.max(endMs, lastMs);
  }
  return lines.map(({ line }) => line);
}

function after(endMs: number, part: UsagePart): UsagePart {
  const { timesMs, cpuMillicores, memoryBytes } = part;
  const from = timesMs.findIndex((timeMs) => timeMs > endMs);
  if (from === 0) return part;
  const start = from < 0 ? timesMs.length : from;
  return {
    timesMs: timesMs.subarray(start),
    ...(cpuMillicores && { cpuMillicores: cpuMillicores.subarray(start) }),
    ...(memoryBytes && { memoryBytes: memoryBytes.subarray(start) }),
  };
}
