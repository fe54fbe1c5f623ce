import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus, ObjectMeta } from '@/server/objects/types';

/** A metric on use in percent of the requests: of whole pods, or of one container. */
export function onShare(resource: string, averageUtilization: number, container?: string): MetricSpec {
  const target = { type: 'Utilization', averageUtilization };
  return container === undefined
    ? { type: 'Resource', resource: { name: resource, target } }
    : { type: 'ContainerResource', containerResource: { name: resource, container, target } };
}

/** What the HPA reported of such a metric. */
export function usedShare(
  resource: string,
  averageUtilization: number,
  averageValue: string,
  container?: string,
): MetricStatus {
  const current = { averageUtilization, averageValue };
  return container === undefined
    ? { type: 'Resource', resource: { name: resource, current } }
    : { type: 'ContainerResource', containerResource: { name: resource, container, current } };
}

/** An HPA of Deployment shop/web, 1 to 20 replicas. */
export function hpaOn(
  metrics: MetricSpec[],
  currentMetrics?: MetricStatus[],
  metadata: Partial<ObjectMeta> = {},
): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'scaler', namespace: 'shop', ...metadata },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 1,
      maxReplicas: 20,
      metrics,
    },
    ...(currentMetrics && { status: { currentMetrics } }),
  };
}
