import { type Kubelets, MEASURE_MS } from '@/sandbox/kubelet/kubelets';
import { type ContainerRun, enforcedOn, type PodRun, usageOf } from '@/sandbox/kubelet/pod-run';
import { family, type MetricSeries } from '@/sandbox/metrics/exposition';
import { OTHER_METRICS, type OtherMetric, PERIODS_PER_SECOND } from '@/sandbox/workloads/other-metrics';
import type { Clock } from '@/server/lib/time/clock';

/** The answer of the kubelets' cAdvisor endpoints, all nodes on one page. */
export function cadvisorText(kubelets: Kubelets, clock: Clock): string {
  const atMs = Math.floor(clock.now() / MEASURE_MS) * MEASURE_MS;
  const running: { run: PodRun; container: ContainerRun; labels: Record<string, string> }[] = [];
  for (const run of kubelets.allRuns()) {
    for (const container of run.containers) {
      if (container.phase.kind === 'running')
        running.push({ run, container, labels: labelsOf(run, container) });
    }
  }
  const series = function* (of: (container: ContainerRun) => number | undefined): Iterable<MetricSeries> {
    for (const { container, labels } of running) {
      const value = of(container);
      if (value !== undefined && Number.isFinite(value)) yield [labels, value];
    }
  };
  const memory = (container: ContainerRun) => roundedUp(usageOf(container, atMs)?.memoryBytes);
  return [
    family(
      'container_cpu_usage_seconds_total',
      'counter',
      'Cumulative cpu time consumed in seconds.',
      series((container) => container.cpuSeconds),
    ),
    family('container_memory_working_set_bytes', 'gauge', 'Current working set in bytes.', series(memory)),
    family('container_memory_usage_bytes', 'gauge', 'Current memory usage in bytes.', series(memory)),
    family(
      'container_spec_cpu_quota',
      'gauge',
      'CPU quota of the container, in microseconds per 100 ms.',
      series((container) => enforcedOn(container).cpuLimitMillicores * 100),
    ),
    family(
      'container_spec_memory_limit_bytes',
      'gauge',
      'Memory limit for the container.',
      series((container) => enforcedOn(container).memoryLimitBytes),
    ),
    family(
      'container_start_time_seconds',
      'gauge',
      'Start time of the container since unix epoch in seconds.',
      series(({ phase }) => (phase.kind === 'running' ? phase.startedAtMs / 1000 : undefined)),
    ),
    ...OTHER_METRICS.map((metric) => {
      const each =
        metric.of === 'pod' ? running.filter(({ run, container }) => isFirst(run, container)) : running;
      const all = each.flatMap(({ run, container, labels }): MetricSeries[] => {
        const value = otherOf(metric, container, atMs);
        const own = metric.of === 'pod' ? podLabelsOf(run) : labels;
        return value === undefined ? [] : [[{ ...own, ...metric.labels }, value]];
      });
      return family(metric.name, metric.kind === 'gauge' ? 'gauge' : 'counter', metric.help, all);
    }),
  ].join('');
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

/** As those of the sandbox container that holds the network. */
function podLabelsOf({ pod, uid, nodeName }: PodRun): Record<string, string> {
  const { name, namespace = '' } = pod.metadata;
  return { id: `/kubepods/pod${uid}`, image: 'pause', namespace, pod: name, node: nodeName };
}

function labelsOf(run: PodRun, container: ContainerRun): Record<string, string> {
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
