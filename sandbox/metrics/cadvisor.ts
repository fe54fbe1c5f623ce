import { type Kubelets, MEASURE_MS } from '@/sandbox/kubelet/kubelets';
import { type ContainerRun, enforcedOn, type PodRun, usageOf } from '@/sandbox/kubelet/pod-run';
import { exposition, type Family, labelText, type MetricSeries } from '@/sandbox/metrics/exposition';
import { OTHER_METRICS, type OtherMetric, PERIODS_PER_SECOND } from '@/sandbox/workloads/other-metrics';
import type { Clock } from '@/server/lib/time/clock';

/**
 * The answer of the kubelets' cAdvisor endpoints, all nodes on one page.
 * @param names of the metrics that are wanted; all if there are none
 */
export function cadvisorText(kubelets: Kubelets, clock: Clock, names?: readonly string[]): string {
  const atMs = Math.floor(clock.now() / MEASURE_MS) * MEASURE_MS;
  const series = function* (of: (container: ContainerRun) => number | undefined): Iterable<MetricSeries> {
    for (const run of kubelets.allRuns()) {
      for (const container of run.containers) {
        if (container.phase.kind !== 'running') continue;
        const value = of(container);
        if (value !== undefined && Number.isFinite(value)) yield [labelsOf(run, container), value];
      }
    }
  };
  const others = function* (metric: OtherMetric): Iterable<MetricSeries> {
    for (const run of kubelets.allRuns()) {
      for (const container of run.containers) {
        if (metric.of === 'pod' && !isFirst(run, container)) continue;
        const value = otherOf(metric, container, atMs);
        if (value === undefined) continue;
        yield [labelsOf(run, metric.of === 'pod' ? undefined : container, metric.labels), value];
      }
    }
  };
  const memory = () => series((container) => roundedUp(usageOf(container, atMs)?.memoryBytes));
  const families: Family[] = [
    {
      name: 'container_cpu_usage_seconds_total',
      type: 'counter',
      help: 'Cumulative cpu time consumed in seconds.',
      series: () => series((container) => container.cpuSeconds),
    },
    {
      name: 'container_memory_working_set_bytes',
      type: 'gauge',
      help: 'Current working set in bytes.',
      series: memory,
    },
    {
      name: 'container_memory_usage_bytes',
      type: 'gauge',
      help: 'Current memory usage in bytes.',
      series: memory,
    },
    {
      name: 'container_spec_cpu_quota',
      type: 'gauge',
      help: 'CPU quota of the container, in microseconds per 100 ms.',
      series: () => series((container) => enforcedOn(container).cpuLimitMillicores * 100),
    },
    {
      name: 'container_spec_memory_limit_bytes',
      type: 'gauge',
      help: 'Memory limit for the container.',
      series: () => series((container) => enforcedOn(container).memoryLimitBytes),
    },
    {
      name: 'container_start_time_seconds',
      type: 'gauge',
      help: 'Start time of the container since unix epoch in seconds.',
      series: () => series(({ phase }) => (phase.kind === 'running' ? phase.startedAtMs / 1000 : undefined)),
    },
    ...OTHER_METRICS.map(
      (metric): Family => ({
        name: metric.name,
        type: metric.kind === 'gauge' ? 'gauge' : 'counter',
        help: metric.help,
        series: () => others(metric),
      }),
    ),
  ];
  return exposition(families, names);
}

function roundedUp(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.ceil(bytes);
}

/** The first main container stands for the network of its pod. */
function isFirst({ containers }: PodRun, container: ContainerRun): boolean {
  return containers.find(({ role }) => role === 'main') === container;
}

function otherOf(metric: OtherMetric, container: ContainerRun, atMs: number): number | undefined {
  const { phase, work, cpuSeconds, throttledSeconds, waitedSeconds } = container;
  if (phase.kind !== 'running') return undefined;
  const ageMs = Math.max(0, atMs - phase.startedAtMs);
  switch (metric.kind) {
    case 'gauge': {
      const usage = usageOf(container, atMs);
      return usage && metric.at(work, usage, ageMs);
    }
    case 'counter':
      return metric.perCoreSecond(work) * cpuSeconds;
    case 'periods': {
      if (!Number.isFinite(enforcedOn(container).cpuLimitMillicores)) return undefined;
      return Math.round(PERIODS_PER_SECOND * (metric.ofThrottled ? throttledSeconds : ageMs / 1000));
    }
    case 'pressure':
      return metric.for === 'io' ? 0 : waitedSeconds[metric.for];
  }
}

type Labels = Readonly<Record<string, string>>;

/** What was written of a container until it restarts, or of a pod, by the labels that its metric adds. */
interface Written {
  readonly restarts: number | undefined;
  readonly texts: Map<Labels | undefined, string>;
}

const written = new WeakMap<PodRun | ContainerRun, Written>();

/** The labels of a container, or of the pod itself, with those of the metric in place of its own. */
function labelsOf(run: PodRun, container?: ContainerRun, ofMetric?: Labels): string {
  const of = container ?? run;
  const restarts = container?.restartCount;
  let known = written.get(of);
  if (known?.restarts !== restarts || !known) {
    known = { restarts, texts: new Map() };
    written.set(of, known);
  }
  let text = known.texts.get(ofMetric);
  if (text === undefined) {
    text = labelText({ ...(container ? ofContainer(run, container) : ofPod(run)), ...ofMetric });
    known.texts.set(ofMetric, text);
  }
  return text;
}

/** As those of the sandbox container that holds the network. */
function ofPod({ pod, uid, nodeName }: PodRun): Labels {
  const { name, namespace = '' } = pod.metadata;
  return { id: `/kubepods/pod${uid}`, image: 'pause', namespace, pod: name, node: nodeName };
}

function ofContainer(run: PodRun, container: ContainerRun): Labels {
  const { name, namespace = '' } = run.pod.metadata;
  return {
    container: container.name,
    id: `/kubepods/pod${run.uid}/${container.name}`,
    image: container.image,
    name: `k8s_${container.name}_${name}_${namespace}_${run.uid}_${container.restartCount}`,
    namespace,
    pod: name,
    node: run.nodeName,
  };
}
