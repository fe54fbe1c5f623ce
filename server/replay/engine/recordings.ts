import { ofKey } from '../../lib/memo/of-key';
import type { PastOptions, PastSeries, PastSource, TimeSpan } from '../../usage/source';
import { type Grid, type UsagePart, usageGrid, usageOn } from './usage-grid';
import type { ReplicaUsage } from './workload';

export interface UsageRecording extends Grid {
  readonly namespace: string;
  readonly name: string;
  readonly containers: ReadonlyMap<string, ReplicaUsage>;
}

export interface RecordedPod {
  readonly namespace: string;
  readonly name: string;
  readonly containers: ReadonlyMap<string, readonly UsagePart[]>;
}

/**
 * Every pod of a past source on a grid of even steps: CPU averaged, memory at its peak, NaN where nothing is known.
 * @throws RecordingError, and what the source throws
 */
export async function recordingsOf(
  source: PastSource,
  span: TimeSpan,
  options: PastOptions = {},
): Promise<UsageRecording[]> {
  const pods = await podsOf(source, span, options);
  return [...pods].flatMap(([key, { namespace, name, containers }]) => {
    const grid = usageGrid(`${namespace}/${name}`, [...containers.values()].flat());
    pods.delete(key);
    if (!grid) return [];
    const used = [...containers].map(([container, parts]): [string, ReplicaUsage] => [
      container,
      usageOn(grid, parts),
    ]);
    return { namespace, name, ...grid, containers: new Map(used) };
  });
}

/** By namespace and name. */
export async function podsOf(
  source: PastSource,
  span: TimeSpan,
  options: PastOptions,
): Promise<Map<string, RecordedPod>> {
  const pods = new Map<string, Omit<RecordedPod, 'containers'> & { containers: Map<string, UsagePart[]> }>();
  for await (const series of source.samples(span, options)) {
    const { namespace, pod, container } = series.container;
    const key = `${namespace}/${pod}`;
    const own = ofKey(pods, key, () => ({ namespace, name: pod, containers: new Map() }));
    ofKey(own.containers, container, () => []).push(partOf(series));
  }
  return pods;
}

function partOf({ timesMs, cpuMillicores, memoryBytes, memoryPeakBytes }: PastSeries): UsagePart {
  const memory = memoryPeakBytes ?? memoryBytes;
  return {
    timesMs: doubles(timesMs),
    ...(cpuMillicores && { cpuMillicores: doubles(cpuMillicores) }),
    ...(memory && { memoryBytes: doubles(memory) }),
  };
}

function doubles(values: ArrayLike<number>): Float64Array {
  return values instanceof Float64Array ? values : new Float64Array(values);
}
