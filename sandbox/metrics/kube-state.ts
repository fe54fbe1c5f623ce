import type { Registry } from '@/sandbox/api/registry';
import { family, labelName, type MetricSeries } from '@/sandbox/metrics/exposition';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { ContainerStatus, Pod } from '@/server/objects/types';

/** The pod metrics of kube-state-metrics. */
export function kubeStateText(registry: Registry): string {
  const pods = [...registry.list<Pod>('pods')];
  return [
    family('kube_pod_info', 'gauge', 'Information about pod.', pods.map(infoOf)),
    family(
      'kube_pod_labels',
      'gauge',
      'Kubernetes labels converted to Prometheus labels.',
      pods.map(labelsOf),
    ),
    family('kube_pod_status_phase', 'gauge', 'The pods current phase.', pods.flatMap(phaseOf)),
    family(
      'kube_pod_container_resource_requests',
      'gauge',
      'The number of requested request resource by a container.',
      pods.flatMap((pod) => resourcesOf(pod, 'requests')),
    ),
    family(
      'kube_pod_container_resource_limits',
      'gauge',
      'The number of requested limit resource by a container.',
      pods.flatMap((pod) => resourcesOf(pod, 'limits')),
    ),
    family(
      'kube_pod_container_status_restarts_total',
      'counter',
      'The number of container restarts per container.',
      pods.flatMap(restartsOf),
    ),
    family(
      'kube_pod_container_status_last_terminated_reason',
      'gauge',
      'Describes the last reason the container was in terminated state.',
      pods.flatMap((pod) => endedOf(pod, 'lastState')),
    ),
    family(
      'kube_pod_container_status_terminated_reason',
      'gauge',
      'Describes the reason the container is currently in terminated state.',
      pods.flatMap((pod) => endedOf(pod, 'state')),
    ),
  ].join('');
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
  return [labels, 1];
}

function labelsOf(pod: Pod): MetricSeries {
  const own = Object.entries(pod.metadata.labels ?? {}).map(([label, value]) => [labelName(label), value]);
  return [{ ...identity(pod), ...Object.fromEntries(own) }, 1];
}

const PHASES = ['Pending', 'Succeeded', 'Failed', 'Unknown', 'Running'] as const;

function phaseOf(pod: Pod): MetricSeries[] {
  return PHASES.map((phase) => [{ ...identity(pod), phase }, Number(pod.status?.phase === phase)]);
}

function resourcesOf(pod: Pod, which: 'requests' | 'limits'): MetricSeries[] {
  return pod.spec.containers.flatMap((container) => {
    const list = container.resources?.[which];
    const labels = { ...identity(pod), container: container.name, node: pod.spec.nodeName ?? '' };
    const series: MetricSeries[] = [];
    if (list?.cpu !== undefined) {
      series.push([{ ...labels, resource: 'cpu', unit: 'core' }, cpuFrom(list.cpu) / 1000]);
    }
    if (list?.memory !== undefined) {
      series.push([{ ...labels, resource: 'memory', unit: 'byte' }, memoryFrom(list.memory)]);
    }
    return series;
  });
}

function statusesOf(pod: Pod): ContainerStatus[] {
  return pod.status?.containerStatuses ?? [];
}

function restartsOf(pod: Pod): MetricSeries[] {
  return statusesOf(pod).map((status) => [{ ...identity(pod), container: status.name }, status.restartCount]);
}

function endedOf(pod: Pod, which: 'state' | 'lastState'): MetricSeries[] {
  return statusesOf(pod).flatMap((status): MetricSeries[] => {
    const reason = status[which]?.terminated?.reason;
    return reason ? [[{ ...identity(pod), container: status.name, reason }, 1]] : [];
  });
}
