import type { Assignment } from '@/sandbox/workloads/assign';
import { uniform } from '@/sandbox/workloads/random';
import type { SimulatedUsage } from '@/sandbox/workloads/usage';

const MB = 1e6;
const HOUR_MS = 3_600_000;
/** CFS periods of 100 ms in a second. */
export const PERIODS_PER_SECOND = 10;
/** A log file is rotated at this size. */
const ROTATED_BYTES = 10 * MB;

type Work = Pick<Assignment, 'character' | 'key'>;

/** A metric of cAdvisor besides CPU and memory, as the simulated workloads have it. */
export type OtherMetric = {
  readonly name: string;
  readonly help: string;
  /** The network belongs to the pod; its first container stands for all. */
  readonly of: 'container' | 'pod';
  /** Labels besides those of the container or pod. */
  readonly labels?: Readonly<Record<string, string>>;
} & (
  | { readonly kind: 'gauge'; at(work: Work, usage: SimulatedUsage, ageMs: number): number | undefined }
  /** A counter that rises with the CPU used: by so much for each second of a core. */
  | { readonly kind: 'counter'; perCoreSecond(work: Work): number }
  /** CFS periods, all or those throttled; only of containers with a CPU limit. */
  | { readonly kind: 'periods'; ofThrottled: boolean }
  /** Seconds in which some task waited. */
  | { readonly kind: 'pressure'; for: 'cpu' | 'memory' | 'io' }
);

const between = (work: Work, draw: number, low: number, high: number) =>
  low + (high - low) * uniform(work.key, draw);

const disk = { device: '/dev/vda' };
const network = { interface: 'eth0' };

function counter(
  of: OtherMetric['of'],
  name: string,
  help: string,
  labels: Readonly<Record<string, string>>,
  perCoreSecond: (work: Work) => number,
): OtherMetric {
  return { kind: 'counter', of, name, help, labels, perCoreSecond };
}

/** Of the memory of a simulated JVM: what is live in its heap, and what is taken for that. */
const LIVE_SHARE = 0.25;
const HEAP_SHARE = 0.8;

function jvmGauge(
  name: string,
  help: string,
  labels: Readonly<Record<string, string>>,
  share: number,
): OtherMetric {
  return {
    kind: 'gauge',
    of: 'container',
    name,
    help,
    labels,
    at: ({ character }) => (character.kind === 'jvm' ? character.memory * share : undefined),
  };
}

export const OTHER_METRICS: readonly OtherMetric[] = [
  counter('container', 'container_fs_reads_bytes_total', 'Bytes read.', disk, (work) =>
    between(work, 21, 0.1 * MB, 1.5 * MB),
  ),
  counter('container', 'container_fs_writes_bytes_total', 'Bytes written.', disk, (work) =>
    between(work, 22, 0.3 * MB, 4 * MB),
  ),
  counter('container', 'container_fs_reads_total', 'Reads.', disk, (work) => between(work, 21, 4, 60)),
  counter('container', 'container_fs_writes_total', 'Writes.', disk, (work) => between(work, 22, 10, 160)),
  counter('pod', 'container_network_receive_bytes_total', 'Bytes received.', network, (work) =>
    between(work, 23, 0.5 * MB, 8 * MB),
  ),
  counter('pod', 'container_network_transmit_bytes_total', 'Bytes sent.', network, (work) =>
    between(work, 24, 1 * MB, 20 * MB),
  ),
  counter('pod', 'container_network_receive_packets_total', 'Packets received.', network, (work) =>
    between(work, 23, 600, 9000),
  ),
  counter('pod', 'container_network_transmit_packets_total', 'Packets sent.', network, (work) =>
    between(work, 24, 900, 16_000),
  ),
  counter('pod', 'container_network_receive_packets_dropped_total', 'Packets dropped.', network, (work) =>
    work.character.kind === 'spiky' ? between(work, 25, 0.5, 6) : 0,
  ),
  counter('pod', 'container_network_transmit_packets_dropped_total', 'Packets dropped.', network, () => 0),
  counter(
    'container',
    'container_memory_failures_total',
    'Page faults.',
    { failure_type: 'pgmajfault', scope: 'container' },
    (work) => (work.character.kind === 'growing' ? 12 : between(work, 26, 0, 0.4)),
  ),
  {
    kind: 'periods',
    of: 'container',
    name: 'container_cpu_cfs_periods_total',
    help: 'Elapsed CFS periods.',
    ofThrottled: false,
  },
  {
    kind: 'periods',
    of: 'container',
    name: 'container_cpu_cfs_throttled_periods_total',
    help: 'Throttled CFS periods.',
    ofThrottled: true,
  },
  ...(['cpu', 'memory', 'io'] as const).map(
    (resource): OtherMetric => ({
      kind: 'pressure',
      for: resource,
      of: 'container',
      name: `container_pressure_${resource}_waiting_seconds_total`,
      help: `Total time duration tasks in the container have waited for ${resource}.`,
    }),
  ),
  {
    kind: 'gauge',
    of: 'container',
    name: 'container_fs_usage_bytes',
    help: 'Bytes in use.',
    labels: disk,
    at: (work, _, ageMs) => diskBytes(work, ageMs),
  },
  jvmGauge('jvm_gc_live_data_size_bytes', 'Size of the live heap after the last collection.', {}, LIVE_SHARE),
  jvmGauge(
    'jvm_memory_committed_bytes',
    'Memory taken for the heap.',
    { area: 'heap', id: 'all' },
    HEAP_SHARE,
  ),
  {
    kind: 'gauge',
    of: 'container',
    name: 'container_memory_rss',
    help: 'Memory that is no page cache.',
    at: (work, { memoryBytes }) => Math.round(between(work, 31, 0.6, 0.95) * memoryBytes),
  },
  {
    kind: 'gauge',
    of: 'container',
    name: 'container_file_descriptors',
    help: 'Open files.',
    at: (work, { cpuMillicores }) => Math.round(between(work, 29, 12, 60) + cpuMillicores * 0.15),
  },
  {
    kind: 'gauge',
    of: 'container',
    name: 'container_threads',
    help: 'Threads.',
    at: (work, { cpuMillicores }) =>
      Math.round((work.character.kind === 'jvm' ? 40 : 0) + between(work, 30, 4, 20) + cpuMillicores * 0.01),
  },
];

/** What a container of this age has written to the disk of its node, and keeps there: at least 8 MB. */
export function diskBytes(work: Work, ageMs: number): number {
  const perHour = between(work, 27, 0.5 * MB, 6 * MB);
  const logs = ((ageMs / HOUR_MS) * perHour) % ROTATED_BYTES;
  return Math.round(between(work, 28, 8 * MB, 240 * MB) + logs);
}

/** The share of periods that are throttled: none while there is room below the limit. */
export function simulatedThrottling(cpuMillicores: number, cpuLimitMillicores: number): number {
  const fill = cpuMillicores / cpuLimitMillicores;
  if (fill >= 0.999) return 0.7;
  return Math.max(0, (fill - 0.7) / 0.3) * 0.3;
}

interface MetricCircumstances {
  ageMs: number;
  cpuLimitMillicores: number;
  /** In what share of the time it waits; absent where only its throttling is known. */
  waiting?: { readonly cpu: number; readonly memory: number };
}

/** What a metric comes to at a time; of a counter its rise per second. Undefined if the container has none. */
export function metricAt(
  metric: OtherMetric,
  work: Work,
  usage: SimulatedUsage,
  { ageMs, cpuLimitMillicores, waiting }: MetricCircumstances,
): number | undefined {
  switch (metric.kind) {
    case 'gauge':
      return metric.at(work, usage, ageMs);
    case 'counter':
      return metric.perCoreSecond(work) * (usage.cpuMillicores / 1000);
    case 'periods':
      if (!Number.isFinite(cpuLimitMillicores)) return undefined;
      return metric.ofThrottled
        ? PERIODS_PER_SECOND * simulatedThrottling(usage.cpuMillicores, cpuLimitMillicores)
        : PERIODS_PER_SECOND;
    case 'pressure':
      if (metric.for === 'io') return 0;
      if (waiting) return waiting[metric.for];
      return metric.for === 'cpu' ? simulatedThrottling(usage.cpuMillicores, cpuLimitMillicores) : 0;
  }
}
