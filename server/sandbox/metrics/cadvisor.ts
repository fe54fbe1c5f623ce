import type { Clock } from '../../clock';
import { type Kubelets, MEASURE_MS } from '../kubelet/kubelets';
import { type ContainerRun, enforcedOn, type PodRun, usageOf } from '../kubelet/pod-run';
import { family, type MetricSeries } from './exposition';

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
  ].join('');
}

function roundedUp(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.ceil(bytes);
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
