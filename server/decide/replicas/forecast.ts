import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricValueStatus,
} from '../../objects/types';
import { type NewRequests, withRequests } from './changed-requests';
import { evaluate } from './evaluation';
import type { MetricReading } from './input';
import { metricSpecs } from './metric-specs';
import { milliFrom } from './milli-amounts';
import type { ScaledPod } from './scaled-pod';
import { KUBERNETES_DEFAULTS } from './settings';

export interface ForecastQuestion {
  readonly nowMs: number;
  readonly hpa: Pick<HorizontalPodAutoscaler, 'spec' | 'status'>;
  readonly pods: readonly ScaledPod[];
  /** For all pods. */
  readonly requests: NewRequests;
  /** The metrics of the HPA after the change, if their targets change too. */
  readonly metrics?: readonly MetricSpec[];
}

/** The replicas that an HPA asks for, as things are and after a change. */
export interface Forecast {
  readonly from: number;
  readonly to: number;
}

/**
 * What a change of requests makes of the replicas that the metrics of an HPA ask for, within its bounds:
 * before its stabilization and rates, which only delay it. Every ready pod counts as using what the status of
 * the HPA says they use on average. Undefined if no pod is ready or a metric is not known.
 */
export function forecast(question: ForecastQuestion): Forecast | undefined {
  const { hpa, requests, metrics = metricSpecs(hpa.spec) } = question;
  if (!metrics.every(Boolean)) return undefined;
  const pods = question.pods.filter(isReady);
  const from = asked(question, pods, metricSpecs(hpa.spec));
  const to = asked(
    question,
    pods.map((pod) => withRequests(pod, requests)),
    metrics,
  );
  return from === undefined || to === undefined ? undefined : { from, to };
}

function isReady({ isDeleting, phase, ready }: ScaledPod): boolean {
  return !isDeleting && phase === 'Running' && ready?.status === 'True';
}

function asked(
  { nowMs, hpa }: ForecastQuestion,
  pods: readonly ScaledPod[],
  metrics: readonly MetricSpec[],
): number | undefined {
  const replicas = pods.length;
  const readings = metrics.map((metric) => readingOf(metric, hpa.status, pods, nowMs));
  const { course, metrics: outcomes } = evaluate({
    nowMs,
    hpa: { ...hpa, spec: { ...hpa.spec, metrics: [...metrics], minReplicas: 0, maxReplicas: MOST } },
    scale: { specReplicas: replicas, statusReplicas: replicas },
    selected: { kind: 'pods', pods },
    readings,
    settings: KUBERNETES_DEFAULTS,
  });
  if (course.kind !== 'metrics' || outcomes.some(({ outcome }) => outcome.kind === 'failed'))
    return undefined;
  const { minReplicas = 1, maxReplicas } = hpa.spec;
  return Math.max(minReplicas, Math.min(maxReplicas, course.combined.replicas));
}

const MOST = 2 ** 31 - 1;

const UNKNOWN: MetricReading = { kind: 'failed', error: 'the HPA has not reported this metric' };

/** What the HPA last reported of a metric, as if it were measured now. */
function readingOf(
  metric: MetricSpec,
  status: HorizontalPodAutoscaler['status'],
  pods: readonly ScaledPod[],
  nowMs: number,
): MetricReading {
  const reported: unknown = status?.currentMetrics;
  const current = currentOf(metric, Array.isArray(reported) ? reported.filter(Boolean) : []);
  const average = averageOf(current);
  const value = milliFrom(current?.value);
  const { resource, containerResource } = metric;
  const source = resource ?? containerResource;
  if (source) {
    if (average === undefined) return UNKNOWN;
    const usage = { [source.name]: average };
    const containers = [{ name: containerResource?.container ?? '', usage }];
    return {
      kind: 'usage',
      pods: pods.map(({ name }) => ({ pod: name, atMs: nowMs, windowMs: 0, containers })),
    };
  }
  if (metric.pods) {
    if (average === undefined) return UNKNOWN;
    return {
      kind: 'pod-values',
      pods: pods.map(({ name }) => ({ pod: name, atMs: nowMs, windowMs: 0, valueMilli: average })),
    };
  }
  if (value !== undefined) return { kind: 'totals', valuesMilli: [value] };
  return average === undefined ? UNKNOWN : { kind: 'totals', valuesMilli: [average * pods.length] };
}

/** Below zero it is none: of no pods an HPA tells a division by zero (Kubernetes 1.37.2). */
function averageOf(current: MetricValueStatus | undefined): number | undefined {
  const average = milliFrom(current?.averageValue);
  return average !== undefined && average < 0 ? undefined : average;
}

function currentOf(metric: MetricSpec, statuses: readonly MetricStatus[]): MetricValueStatus | undefined {
  const found = statuses.find((one) => nameOf(one) === nameOf(metric));
  return (
    found &&
    (found.resource ?? found.containerResource ?? found.pods ?? found.object ?? found.external)?.current
  );
}

function nameOf({ resource, containerResource, pods, object, external }: MetricSpec | MetricStatus): string {
  if (resource) return `Resource ${resource.name}`;
  if (containerResource) return `ContainerResource ${containerResource.name} ${containerResource.container}`;
  if (pods) return `Pods ${identity(pods.metric)}`;
  if (object)
    return `Object ${object.describedObject.kind} ${object.describedObject.name} ${identity(object.metric)}`;
  return external ? `External ${identity(external.metric)}` : '';
}

function identity({ name, selector }: { name: string; selector?: unknown }): string {
  return `${name} ${JSON.stringify(selector ?? {})}`;
}
