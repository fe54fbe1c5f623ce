import type { Resource } from '../objects/units';
import { ExponentialBuckets } from './bucketing';
import { HEAP_COMMITTED, HEAP_SIGNALS } from './runtimes';

const DAY_MS = 86_400_000;

/** The signal that tells how much of the time a container is held back at its CPU limit. */
export const CPU_THROTTLED = 'cpu-throttled';

/** The memory of a container that is no page cache (anonymous memory and swap cache, `container_memory_rss`). */
export const RSS_SIGNAL = 'memory-rss';

/** The signals that tell how much of the time some task of a container waits for each resource. */
export const PRESSURE_SIGNALS: Readonly<Record<Resource, string>> = {
  cpu: 'cpu-pressure',
  memory: 'memory-pressure',
};

export const SIGNAL_UNITS = ['bytes', 'bytes-per-second', 'per-second', 'count', 'share'] as const;
export type SignalUnit = (typeof SIGNAL_UNITS)[number];

/** A signal besides CPU and memory: what it is, how it is asked for, and how it is counted. */
export interface OtherSignal {
  /** As in `disk-bytes`. */
  readonly name: string;
  readonly label: string;
  readonly unit: SignalUnit;
  readonly of: 'container' | 'pod';
  /** PromQL with `$matchers`, `$window` and `$by`. */
  readonly query: string;
  readonly buckets: ExponentialBuckets;
  /** Age at which a sample has half its weight, in milliseconds. */
  readonly halfLifeMs: number;
}

/** Buckets by unit, in that unit; each is 10 % wider than the one before, those of bytes 5 %. */
export const USUAL_BUCKETS: Readonly<Record<SignalUnit, ExponentialBuckets>> = {
  bytes: new ExponentialBuckets(1e13, 1e6, 1.05),
  'bytes-per-second': new ExponentialBuckets(1e11, 1e3, 1.1),
  'per-second': new ExponentialBuckets(1e8, 0.1, 1.1),
  count: new ExponentialBuckets(1e7, 1, 1.1),
  share: new ExponentialBuckets(1, 0.001, 1.1),
};

/** The sum over the parts of a container, such as its devices, each counted once however often it is scraped. */
const sumOfRates = (metric: string, part: string): string =>
  `sum by ($by) (max by ($by, ${part}) (rate(${metric}{$matchers}[$window])))`;

function signal(
  name: string,
  label: string,
  unit: SignalUnit,
  query: string,
  of: OtherSignal['of'] = 'container',
): OtherSignal {
  return { name, label, unit, of, query, buckets: USUAL_BUCKETS[unit], halfLifeMs: DAY_MS };
}

function pressure(name: string, label: string, of: 'cpu' | 'memory' | 'io'): OtherSignal {
  const waiting = `container_pressure_${of}_waiting_seconds_total`;
  return signal(name, label, 'share', `max by ($by) (rate(${waiting}{$matchers}[$window]))`);
}

/**
 * What is learned of containers besides CPU and memory, from the metrics of cAdvisor. Those of the network
 * belong to the pod, whose containers share it.
 */
export const OTHER_SIGNALS: readonly OtherSignal[] = [
  signal(
    'disk-bytes',
    'Disk, read and written',
    'bytes-per-second',
    `${sumOfRates('container_fs_reads_bytes_total', 'device')} + ${sumOfRates('container_fs_writes_bytes_total', 'device')}`,
  ),
  signal(
    'disk-operations',
    'Disk operations',
    'per-second',
    `${sumOfRates('container_fs_reads_total', 'device')} + ${sumOfRates('container_fs_writes_total', 'device')}`,
  ),
  signal(
    'network-received',
    'Network, received',
    'bytes-per-second',
    sumOfRates('container_network_receive_bytes_total', 'interface'),
    'pod',
  ),
  signal(
    'network-sent',
    'Network, sent',
    'bytes-per-second',
    sumOfRates('container_network_transmit_bytes_total', 'interface'),
    'pod',
  ),
  signal(
    'network-packets',
    'Network packets',
    'per-second',
    `${sumOfRates('container_network_receive_packets_total', 'interface')} + ${sumOfRates('container_network_transmit_packets_total', 'interface')}`,
    'pod',
  ),
  signal(
    'network-drops',
    'Network packets dropped',
    'per-second',
    `${sumOfRates('container_network_receive_packets_dropped_total', 'interface')} + ${sumOfRates('container_network_transmit_packets_dropped_total', 'interface')}`,
    'pod',
  ),
  signal(
    'ephemeral-storage',
    'Ephemeral storage',
    'bytes',
    'sum by ($by) (max by ($by, device) (container_fs_usage_bytes{$matchers}))',
  ),
  signal(
    CPU_THROTTLED,
    'CPU throttled, share of periods',
    'share',
    'max by ($by) (rate(container_cpu_cfs_throttled_periods_total{$matchers}[$window])) / max by ($by) (rate(container_cpu_cfs_periods_total{$matchers}[$window]))',
  ),
  pressure(PRESSURE_SIGNALS.cpu, 'CPU pressure, share of the time', 'cpu'),
  pressure(PRESSURE_SIGNALS.memory, 'Memory pressure, share of the time', 'memory'),
  pressure('io-pressure', 'Disk pressure, share of the time', 'io'),
  signal(
    'page-faults',
    'Major page faults',
    'per-second',
    'max by ($by) (rate(container_memory_failures_total{$matchers,failure_type="pgmajfault",scope="container"}[$window]))',
  ),
  signal(
    RSS_SIGNAL,
    'Memory without page cache',
    'bytes',
    'max by ($by) (max_over_time(container_memory_rss{$matchers}[$window]))',
  ),
  signal('file-descriptors', 'Open files', 'count', 'max by ($by) (container_file_descriptors{$matchers})'),
  signal(
    HEAP_SIGNALS.jvm,
    'Live heap of a JVM',
    'bytes',
    'max by ($by) (jvm_gc_live_data_size_bytes{$matchers} > 0) or sum by ($by) (max by ($by, jvm_memory_pool_name) (jvm_memory_used_after_last_gc_bytes{$matchers,jvm_memory_type="heap"})) > 0 or sum by ($by) (max by ($by, pool) (jvm_memory_pool_collection_used_bytes{$matchers})) > 0',
  ),
  signal(HEAP_SIGNALS.go, 'Heap of Go', 'bytes', 'max by ($by) (go_memstats_heap_alloc_bytes{$matchers})'),
  signal(
    HEAP_SIGNALS.node,
    'Heap of Node.js',
    'bytes',
    'max by ($by) (nodejs_heap_size_used_bytes{$matchers})',
  ),
  signal(
    HEAP_SIGNALS.dotnet,
    'Live heap of .NET',
    'bytes',
    'sum by ($by) (max by ($by, gc_heap_generation) (dotnet_gc_last_collection_heap_size_bytes{$matchers}))',
  ),
  signal(
    HEAP_COMMITTED,
    'Taken for the heap',
    'bytes',
    'sum by ($by) (max by ($by, id) (jvm_memory_committed_bytes{$matchers,area="heap"})) or sum by ($by) (max by ($by, jvm_memory_pool_name) (jvm_memory_committed_bytes{$matchers,jvm_memory_type="heap"})) or max by ($by) (go_memstats_heap_inuse_bytes{$matchers}) or max by ($by) (nodejs_heap_size_total_bytes{$matchers}) or max by ($by) (dotnet_gc_last_collection_memory_committed_size_bytes{$matchers})',
  ),
  signal('threads', 'Threads', 'count', 'max by ($by) (container_threads{$matchers})'),
];
