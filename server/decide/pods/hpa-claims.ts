import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from '../../objects/types';
import { RESOURCES, type RequestedResource, type Resource } from '../../objects/units';

/** One metric of an HPA on the use of a resource that a VPA requests. */
export interface HpaClaim {
  readonly autoscaler: string;
  readonly resource: Resource;
  /** The only container it measures; absent if it measures whole pods. */
  readonly container?: string;
  /** Its target in percent of the request, 0 if it is none; absent for a target that no request changes. */
  readonly percent?: number;
}

/** What an HPA without metrics scales on, as the API defines. */
const BY_DEFAULT: readonly MetricSpec[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

/**
 * The resources an HPA scales on, by container. Pods, Object and External metrics do not depend on requests
 * and claim nothing.
 */
export function claimsOf(hpa: HorizontalPodAutoscaler): HpaClaim[] {
  return metricsOf(hpa).flatMap((metric) => claimOf(hpa.metadata.name, metric) ?? []);
}

/** The metrics of an HPA in their order. */
export function metricsOf({ spec }: HorizontalPodAutoscaler): readonly MetricSpec[] {
  return Array.isArray(spec.metrics) && spec.metrics.length > 0 ? spec.metrics : BY_DEFAULT;
}

export function claimOf(autoscaler: string, metric: MetricSpec | MetricStatus): HpaClaim | undefined {
  const source: MetricSpec['resource'] = metric?.resource ?? metric?.containerResource;
  const resource = RESOURCES.find((one) => one === source?.name);
  if (!resource) return undefined;
  const container = metric.resource ? undefined : String(metric.containerResource?.container);
  const { averageValue, averageUtilization } = source?.target ?? {};
  const percent = Number.isSafeInteger(averageUtilization) ? averageUtilization : 0;
  return {
    autoscaler,
    resource,
    ...(container !== undefined && { container }),
    ...(averageValue === undefined && { percent }),
  };
}

/** Whether a claim is on this resource of this container: by name, or since it is on all of the pod. */
export function isClaimOn(
  claim: Pick<HpaClaim, 'container' | 'resource'>,
  container: string,
  resource: RequestedResource,
): boolean {
  return claim.resource === resource && (claim.container === undefined || claim.container === container);
}

export function claimsOn(
  claims: readonly HpaClaim[],
  container: string,
  resource: RequestedResource,
): HpaClaim[] {
  return claims.filter((claim) => isClaimOn(claim, container, resource));
}

/** The requests of a pod that another autoscaler controls. */
export interface Contested {
  has(container: string, resource: RequestedResource): boolean;
}

/** What these claims keep a VPA off; undefined without any. */
export function contestedByHpas(claims: readonly HpaClaim[]): Contested | undefined {
  if (claims.length === 0) return undefined;
  return {
    has: (container, resource) => claims.some((claim) => isClaimOn(claim, container, resource)),
  };
}
