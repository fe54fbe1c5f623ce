import type { HorizontalPodAutoscaler, MetricSpec, Pod } from '../../objects/types';
import { RESOURCES } from '../../objects/units';
import { type KeptThreshold, nextThreshold, thresholdsOf } from '../features/with-hpa/hpa-thresholds';
import { metricKey } from '../features/with-hpa/metric-key';
import type { WithHpaMode } from '../features/with-hpa/with-hpa';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { claimOf, type HpaClaim, isClaimOn, metricsOf } from '../pods/hpa-claims';
import { averageRequest, type NewRequests, withRequests } from '../replicas/changed-requests';
import { type Forecast, forecast } from '../replicas/forecast';
import { type ScaledPod, scaledPod } from '../replicas/scaled-pod';
import type { ContainerChange } from './planned';

/** The one HPA of a target, some of whose metrics measure requests that the VPA changes. */
export interface HpaFacts {
  readonly hpa: HorizontalPodAutoscaler;
  /** What the VPA may change although the HPA scales on it. */
  readonly freed: readonly HpaClaim[];
  readonly mode?: WithHpaMode;
  /** All pods of the target. */
  readonly pods: readonly Pod[];
  /** Whether a change waits that would change the replicas too much. */
  readonly holdsJumps: boolean;
}

/** The replicas the HPA asks for before and after all pods are changed so; undefined if it does not measure that. */
export function replicasAfter(
  facts: HpaFacts,
  changes: readonly ContainerChange[],
  nowMs: number,
): Forecast | undefined {
  if (!changes.some((change) => disturbs(change, facts))) return undefined;
  const { hpa, mode } = facts;
  const pods = facts.pods.map(scaledPod);
  const requests = requestsOf(changes);
  const metrics = mode === 'keep-threshold' ? rewritten(hpa, pods, requests) : metricsOf(hpa);
  return forecast({ nowMs, hpa, pods, requests, metrics });
}

function disturbs({ container, to }: ContainerChange, { freed }: HpaFacts): boolean {
  return RESOURCES.some(
    (resource) =>
      to[resource] !== undefined &&
      freed.some((claim) => claim.percent !== undefined && isClaimOn(claim, container, resource)),
  );
}

/** In thousandths, as HPAs count. */
export function requestsOf(changes: readonly ContainerChange[]): NewRequests {
  return new Map(
    changes.map(({ container, to: { cpu, memory } }) => [
      container,
      { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory: memory * 1000 }) },
    ]),
  );
}

/** The metrics of the HPA once all pods are changed and its thresholds are kept. */
function rewritten(
  hpa: HorizontalPodAutoscaler,
  pods: readonly ScaledPod[],
  requests: NewRequests,
): readonly MetricSpec[] {
  const kept = thresholdsOf(hpa);
  const changed = pods.filter(isLive).map((pod) => withRequests(pod, requests));
  return metricsOf(hpa).map((metric) => {
    const claim = claimOf(hpa.metadata.name, metric);
    const known = claim && kept.get(metricKey(claim));
    const request = claim && averageOf(claim, changed);
    if (!claim || !known || !request) return metric;
    return withPercent(metric, nextThreshold(known.percent, known, { now: request, after: request }));
  });
}

/** Whether the VPA recommends any of the requests that a metric measures. */
export function isRecommended(
  { resource, container }: Pick<HpaClaim, 'resource' | 'container'>,
  { recommendation }: Pick<CompiledVpa, 'recommendation'>,
): boolean {
  return [...(recommendation ?? [])].some(
    ([name, { target }]) => (container ?? name) === name && target[resource] !== undefined,
  );
}

/** Millicores or bytes per pod. */
export function averageOf({ resource, container }: HpaClaim, pods: readonly ScaledPod[]): number | undefined {
  const average = averageRequest(pods, resource, container);
  return average && (resource === 'cpu' ? average : average / 1000);
}

export function isLive({ isDeleting, phase }: ScaledPod): boolean {
  return !isDeleting && (phase === 'Running' || phase === 'Pending');
}

export function withPercent(metric: MetricSpec, { percent }: Pick<KeptThreshold, 'percent'>): MetricSpec {
  const { resource, containerResource } = metric;
  const target = { type: 'Utilization', averageUtilization: percent };
  if (resource) return { ...metric, resource: { ...resource, target } };
  return containerResource ? { ...metric, containerResource: { ...containerResource, target } } : metric;
}
