import type { EvaluationInput, MetricReading, PodUsage } from '@/server/decide/replicas/input';
import { type ScaledPod, scaledPod } from '@/server/decide/replicas/scaled-pod';
import { type EvaluationSettings, KUBERNETES_DEFAULTS } from '@/server/decide/replicas/settings';
import type { Container, HorizontalPodAutoscaler, MetricSpec, Pod } from '@/server/objects/types';

export const NOW_MS = Date.UTC(2026, 7, 1, 12);
const HOUR_MS = 3_600_000;

/** A pod as an HPA sees it: ready for an hour unless stated otherwise; `cpu` is what each container requests. */
export interface PodShape {
  name?: string;
  phase?: NonNullable<Pod['status']>['phase'];
  isDeleting?: boolean;
  ready?: 'True' | 'False' | 'none';
  startedMs?: number;
  readySinceMs?: number;
  /** Millicores by container; `undefined` states no request. */
  cpu?: Record<string, number | undefined>;
  sidecars?: Record<string, number | undefined>;
  spec?: Partial<Pod['spec']>;
}

export function podOf(shape: PodShape = {}): ScaledPod {
  const { name = 'web-0', cpu = { app: 100 }, sidecars = {}, ready = 'True' } = shape;
  const startedMs = shape.startedMs ?? NOW_MS - HOUR_MS;
  const container = ([each, millicores]: [string, number | undefined]): Container => ({
    name: each,
    resources: { requests: millicores === undefined ? {} : { cpu: `${millicores}m` } },
  });
  return scaledPod({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...(shape.isDeleting && { deletionTimestamp: new Date(NOW_MS).toISOString() }) },
    spec: {
      containers: Object.entries(cpu).map(container),
      initContainers: Object.entries(sidecars).map((each) => ({
        ...container(each),
        restartPolicy: 'Always',
      })),
      ...shape.spec,
    },
    status: {
      phase: shape.phase ?? 'Running',
      startTime: new Date(startedMs).toISOString(),
      conditions:
        ready === 'none'
          ? []
          : [
              {
                type: 'Ready',
                status: ready,
                lastTransitionTime: new Date(shape.readySinceMs ?? startedMs + 10_000).toISOString(),
              },
            ],
    },
  });
}

/** Pods web-0, web-1, … of one shape. */
export function podsOf(count: number, shape: PodShape = {}): ScaledPod[] {
  return Array.from({ length: count }, (_, index) => podOf({ ...shape, name: `web-${index}` }));
}

/** The CPU that each container of one pod uses, millicores. */
export function usageOf(pod: string, cpu: Record<string, number>, atMs = NOW_MS): PodUsage {
  const containers = Object.entries(cpu).map(([name, millicores]) => ({ name, usage: { cpu: millicores } }));
  return { pod, atMs, windowMs: 30_000, containers };
}

/** The same use of container `app` in web-0, web-1, …, or one after the other. */
export function cpuUse(...millicores: number[]): MetricReading {
  return { kind: 'usage', pods: millicores.map((each, index) => usageOf(`web-${index}`, { app: each })) };
}

export function cpuUtilization(averageUtilization: number): MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

export function containerUtilization(container: string, averageUtilization: number): MetricSpec {
  const target = { type: 'Utilization', averageUtilization };
  return { type: 'ContainerResource', containerResource: { name: 'cpu', container, target } };
}

export function externalValue(value: string, name = 'queue_length'): MetricSpec {
  return { type: 'External', external: { metric: { name }, target: { type: 'Value', value } } };
}

/** An input whose target has as many replicas as pods, by today's rules. */
export function inputOf(
  parts: Partial<HorizontalPodAutoscaler['spec']> & {
    pods?: ScaledPod[];
    readings: readonly MetricReading[];
    replicas?: number;
    statusReplicas?: number;
    status?: HorizontalPodAutoscaler['status'];
    past?: EvaluationInput['past'];
    selected?: EvaluationInput['selected'];
    settings?: Partial<EvaluationSettings>;
  },
): EvaluationInput {
  const { pods = [], readings, replicas = pods.length, statusReplicas = replicas, ...rest } = parts;
  const { status, past, selected, settings, ...spec } = rest;
  return {
    nowMs: NOW_MS,
    hpa: {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 20,
        ...spec,
      },
      status,
    },
    scale: { specReplicas: replicas, statusReplicas },
    selected: selected ?? { kind: 'pods', pods },
    readings,
    past,
    settings: { ...KUBERNETES_DEFAULTS, ...settings },
  };
}
