import type { ClusterState } from '@/server/model/cluster-state';
import type { Labels } from '@/server/objects/selector';
import { metricNameOf } from '@/server/usage/prometheus/pod-labels';
import type { TimeSpan } from '@/server/usage/source';

const HOUR_MS = 3_600_000;
const POINTS_PER_HOUR = 3;
const POINT_SECONDS = 1200;
const NAMESPACES = ['team-0', 'team-1', 'team-2', 'team-3', 'team-4'];

interface PastUsageContainer {
  namespace: string;
  pod: string;
  container: string;
  labels: Labels;
  owner: string;
  /** Hours before the end in which it was there, both included. */
  fromHour: number;
  toHour: number;
}

interface PastUsageOptions {
  /** A whole hour, Unix ms. */
  endMs: number;
  hours: number;
  workloads: number;
  namespaces?: readonly string[];
  /** The label that names the workload. */
  labelName?: string;
  /** Whether the labels metric says what labels pods have, as where they are allow-listed. */
  labelled?: boolean;
}

/**
 * What containers used, hour by hour: each workload has two containers in each of three pods, the last of which came
 * half-way, in place of another of an older revision.
 */
export class PastUsage {
  readonly containers: readonly PastUsageContainer[];

  constructor(readonly options: PastUsageOptions) {
    const { workloads, hours, namespaces = NAMESPACES, labelName = 'app.kubernetes.io/name' } = options;
    this.containers = Array.from({ length: workloads }, (_, index) => {
      const app = `app-${index}`;
      const pods = [
        ['new', 'a', 0, hours],
        ['new', 'b', 0, hours],
        ['new', 'c', Math.floor(hours / 2), hours],
        ['old', 'd', 0, Math.floor(hours / 2)],
      ] as const;
      return pods.flatMap(([hash, pod, fromHour, toHour]) =>
        ['main', 'side'].map((container) => ({
          namespace: namespaces[index % namespaces.length] ?? '',
          pod: `${app}-${hash}-${pod}`,
          container,
          labels: { [labelName]: app, 'pod-template-hash': hash },
          owner: `${app}-${hash}`,
          fromHour,
          toHour,
        })),
      );
    }).flat();
  }

  get startMs(): number {
    return this.options.endMs - this.options.hours * HOUR_MS;
  }

  /** Millicores, half-way between two whole ones: no rounding on the way changes the whole part. */
  cpuAt(index: number, hour: number): number {
    return 50 + ((index * 37 + hour * hour * 13) % 900) + 0.5;
  }

  memoryAt(index: number, hour: number): number {
    return 1e8 + ((index * 7919 + hour * 1_047_290) % 9e8);
  }

  /** As cAdvisor and kube-state-metrics tell it, in the OpenMetrics format. */
  *openMetrics(): Generator<string> {
    const { startMs, options, containers } = this;
    const secondsOf = (hour: number) => startMs / 1000 + hour * 3600;
    yield '# TYPE container_cpu_usage_seconds counter\n';
    for (const [index, one] of containers.entries()) {
      const series = `container_cpu_usage_seconds_total{${labelsOf(one)}}`;
      let used = 0;
      let text = `${series} 0 ${secondsOf(one.fromHour)}\n`;
      for (let hour = one.fromHour + 1; hour <= one.toHour; hour++)
        for (let point = 1; point <= POINTS_PER_HOUR; point++) {
          used += (this.cpuAt(index, hour) / 1000) * POINT_SECONDS;
          text += `${series} ${used} ${secondsOf(hour - 1) + point * POINT_SECONDS}\n`;
        }
      yield text;
    }
    yield '# TYPE container_memory_working_set_bytes gauge\n';
    for (const [index, one] of containers.entries()) {
      const series = `container_memory_working_set_bytes{${labelsOf(one)}}`;
      let text = '';
      for (let hour = one.fromHour; hour <= one.toHour; hour++)
        text += `${series} ${this.memoryAt(index, hour)} ${secondsOf(hour)}\n`;
      yield text;
    }
    const pods = new Map(containers.map((one) => [one.pod, one]));
    yield '# TYPE kube_pod_labels gauge\n';
    for (const { namespace, pod, labels, fromHour, toHour } of pods.values())
      for (const hour of [fromHour, toHour]) {
        const said =
          (options.labelled ?? true)
            ? Object.entries(labels).map(([name, value]) => `,label_${metricNameOf(name)}="${value}"`)
            : [];
        yield `kube_pod_labels{namespace="${namespace}",pod="${pod}"${said.join('')}} 1 ${secondsOf(hour)}\n`;
      }
    yield '# TYPE kube_pod_container_status_restarts counter\n';
    for (const { namespace, pod, container, fromHour, toHour } of containers)
      for (const hour of [fromHour, toHour])
        yield `kube_pod_container_status_restarts_total{namespace="${namespace}",pod="${pod}",container="${container}"} 0 ${secondsOf(hour)}\n`;
    yield '# TYPE kube_pod_owner gauge\n';
    for (const { namespace, pod, owner, fromHour, toHour } of pods.values())
      for (const hour of [fromHour, toHour])
        yield `kube_pod_owner{namespace="${namespace}",pod="${pod}",owner_kind="ReplicaSet",owner_name="${owner}",owner_is_controller="true"} 1 ${secondsOf(hour)}\n`;
    yield '# EOF\n';
  }

  /** Feeds the very same to a model, one container after the other, in the order of time. */
  feed(state: ClusterState, { fromMs, toMs }: TimeSpan): void {
    for (const [index, one] of this.containers.entries()) {
      const intake = state.openPast(one);
      for (let hour = one.fromHour; hour <= one.toHour; hour++) {
        const atMs = this.startMs + hour * HOUR_MS;
        if (atMs < fromMs || atMs >= toMs) continue;
        // An hour in which it began or ended is known in part.
        if (hour > one.fromHour + 1 && hour < one.toHour) intake.addCpu(atMs, this.cpuAt(index, hour));
        intake.addMemory(atMs, this.memoryAt(index, hour));
      }
      intake.end();
    }
  }
}

/** As cAdvisor writes them. */
function labelsOf({ namespace, pod, container }: PastUsageContainer): string {
  return `namespace="${namespace}",pod="${pod}",container="${container}",id="/kubepods/${pod}/${container}",image="app:1"`;
}
