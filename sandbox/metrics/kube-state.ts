import type { Registry } from '@/sandbox/api/registry';
import {
  exposition,
  type Family,
  labelName,
  labelText,
  type MetricSeries,
} from '@/sandbox/metrics/exposition';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { ContainerStatus, Pod } from '@/server/objects/types';

/**
 * The pod metrics of kube-state-metrics.
 * @param names of the metrics that are wanted; all if there are none
 */
export function kubeStateText(registry: Registry, names?: readonly string[]): string {
  const pods = [...registry.list<Pod>('pods')];
  const families: Family[] = [
    { name: 'kube_pod_info', type: 'gauge', help: 'Information about pod.', series: () => pods.map(infoOf) },
    {
      name: 'kube_pod_labels',
      type: 'gauge',
      help: 'Kubernetes labels converted to Prometheus labels.',
      series: () => pods.map(labelsOf),
    },
    {
      name: 'kube_pod_status_phase',
      type: 'gauge',
      help: 'The pods current phase.',
      series: () => pods.flatMap(phaseOf),
    },
    {
      name: 'kube_pod_container_resource_requests',
      type: 'gauge',
      help: 'The number of requested request resource by a container.',
      series: () => pods.flatMap((pod) => resourcesOf(pod, 'requests')),
    },
    {
      name: 'kube_pod_container_resource_limits',
      type: 'gauge',
      help: 'The number of requested limit resource by a container.',
      series: () => pods.flatMap((pod) => resourcesOf(pod, 'limits')),
    },
    {
      name: 'kube_pod_container_status_restarts_total',
      type: 'counter',
      help: 'The number of container restarts per container.',
      series: () => pods.flatMap(restartsOf),
    },
    {
      name: 'kube_pod_container_status_last_terminated_reason',
      type: 'gauge',
      help: 'Describes the last reason the container was in terminated state.',
      series: () => pods.flatMap((pod) => endedOf(pod, 'lastState')),
    },
    {
      name: 'kube_pod_container_status_terminated_reason',
      type: 'gauge',
      help: 'Describes the reason the container is currently in terminated state.',
      series: () => pods.flatMap((pod) => endedOf(pod, 'state')),
    },
  ];
  return exposition(families, names);
}

function identity(pod: Pod): Record<string, string> {
  const { namespace = '', name, uid = '' } = pod.metadata;
  return { namespace, pod: name, uid };
}

function infoOf(pod: Pod): MetricSeries {
  const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller);
  const labels = {
    ...identity(pod),
    node: pod.spec.nodeName ?? '',
    created_by_kind: owner?.kind ?? '',
    created_by_name: owner?.name ?? '',
  };
  return [labelText(labels), 1];
}

function labelsOf(pod: Pod): MetricSeries {
  const own = Object.entries(pod.metadata.labels ?? {}).map(([label, value]) => [labelName(label), value]);
  return [labelText({ ...identity(pod), ...Object.fromEntries(own) }), 1];
}

const PHASES = ['Pending', 'Succeeded', 'Failed', 'Unknown', 'Running'] as const;

function phaseOf(pod: Pod): MetricSeries[] {
  return PHASES.map((phase) => [labelText({ ...identity(pod), phase }), Number(pod.status?.phase === phase)]);
}

function resourcesOf(pod: Pod, which: 'requests' | 'limits'): MetricSeries[] {
  return pod.spec.containers.flatMap((container) => {
    const list = container.resources?.[which];
    const labels = { ...identity(pod), container: container.name, node: pod.spec.nodeName ?? '' };
    const series: MetricSeries[] = [];
    if (list?.cpu !== undefined) {
      series.push([labelText({ ...labels, resource: 'cpu', unit: 'core' }), cpuFrom(list.cpu) / 1000]);
    }
    if (list?.memory !== undefined) {
      series.push([labelText({ ...labels, resource: 'memory', unit: 'byte' }), memoryFrom(list.memory)]);
    }
    return series;
  });
}

function statusesOf(pod: Pod): ContainerStatus[] {
  return pod.status?.containerStatuses ?? [];
}

function restartsOf(pod: Pod): MetricSeries[] {
  return statusesOf(pod).map((status) => [
    labelText({ ...identity(pod), container: status.name }),
    status.restartCount,
  ]);
}

function endedOf(pod: Pod, which: 'state' | 'lastState'): MetricSeries[] {
  return statusesOf(pod).flatMap((status): MetricSeries[] => {
    const reason = status[which]?.terminated?.reason;
    return reason ? [[labelText({ ...identity(pod), container: status.name, reason }), 1]] : [];
  });
}
