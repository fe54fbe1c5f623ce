import type { MetricSpec, MetricTarget } from '../../objects/types';
import { type Failed, failed, type MetricsApiKind } from './failures';
import type { Gauge } from './gauge';
import type { MetricReading } from './input';
import { type MetricGoal, metricGoalOf } from './metric-specs';
import type { ReplicaProposal } from './proposal';
import { proposeByPods } from './propose-by-pods';
import { proposeByShare, proposeByValue } from './propose-by-total';
import { requested } from './requests';
import type { ScalingBehavior } from './rules';
import { type Samples, usageByPod, valuesByPod } from './samples';
import type { ScaledPod } from './scaled-pod';
import type { EvaluationSettings } from './settings';
import type { Tolerances } from './tolerance';

export interface MetricContext {
  readonly pods: readonly ScaledPod[];
  readonly scale: { readonly specReplicas: number; readonly statusReplicas: number };
  readonly tolerances: Tolerances;
  readonly settings: EvaluationSettings;
  readonly nowMs: number;
}

/** What one metric asks for, or why it asks for nothing. */
export type MetricOutcome = ReplicaProposal | Failed;

export function evaluateMetric(
  spec: MetricSpec,
  reading: MetricReading,
  context: MetricContext,
): MetricOutcome {
  const source = sourceOf(spec);
  if (!source) return failed({ code: 'unknown-type', type: spec.type });
  if (!source.stated) return failed({ code: 'no-source' });
  const target = metricGoalOf(source.stated.target, source.targets);
  if (target.kind === 'failed') return target;
  if (reading.kind === 'failed') return failed({ code: 'fetch-failed', error: reading.error });
  return source.isTotal
    ? byTotal(reading, target, source, context)
    : byPods(reading, target, source, context);
}

interface Source {
  readonly stated: { readonly target?: MetricTarget } | undefined;
  readonly targets: readonly MetricGoal['kind'][];
  readonly api: MetricsApiKind;
  /** One value for all pods. */
  readonly isTotal: boolean;
  readonly resource?: string;
  readonly container?: string;
}

const RESOURCE = { targets: ['average-value', 'utilization'], api: 'resource', isTotal: false } as const;
const TOTAL = { targets: ['value', 'average-value'], isTotal: true } as const;

function sourceOf({ type, ...spec }: MetricSpec): Source | undefined {
  switch (type) {
    case 'Resource':
      return { ...RESOURCE, stated: spec.resource, resource: spec.resource?.name };
    case 'ContainerResource': {
      const { name, container } = spec.containerResource ?? {};
      return { ...RESOURCE, stated: spec.containerResource, resource: name, container };
    }
    case 'Pods':
      return { stated: spec.pods, targets: ['average-value'], api: 'custom', isTotal: false };
    case 'Object':
      return { ...TOTAL, stated: spec.object, api: 'custom' };
    case 'External':
      return { ...TOTAL, stated: spec.external, api: 'external' };
  }
}

function byTotal(
  reading: MetricReading,
  target: MetricGoal,
  { api }: Source,
  { pods, scale, tolerances, settings }: MetricContext,
): MetricOutcome {
  if (reading.kind !== 'totals' || reading.valuesMilli.length === 0)
    return failed({ code: 'no-samples', api });
  if (target.kind === 'utilization') return failed({ code: 'no-target' });
  const totalMilli = reading.valuesMilli.reduce((sum, value) => sum + value, 0);
  const question = { totalMilli, targetMilli: target.milli, pods, scale, tolerances, rules: settings.rules };
  return target.kind === 'value' ? proposeByValue(question) : proposeByShare(question);
}

/**
 * The mean over the pods, cut to whole thousandths, compared with a target in thousandths (Kubernetes 1.37,
 * pkg/controller/podautoscaler/metrics, utilization.go, `GetMetricUsageRatio`).
 */
function averageGauge(targetMilli: number): Gauge {
  return {
    read(uses) {
      const averageValueMilli = Math.trunc(uses.reduce((sum, { milli }) => sum + milli, 0) / uses.length);
      return { ratio: averageValueMilli / targetMilli, current: { averageValueMilli } };
    },
    fillOnWayDown: () => ({ milli: targetMilli, as: 'target' }),
  };
}

/**
 * Use as a percentage of requests: the sums are divided, not each pod's. Percentages and averages are cut to
 * whole ones before they are compared (Kubernetes 1.37, pkg/controller/podautoscaler/metrics, utilization.go,
 * `GetResourceUtilizationRatio`).
 * @param target whole percent
 */
function utilizationGauge(target: number, rules: ScalingBehavior): Gauge {
  const fillPercent = rules.missingUses === 'request' ? 100 : Math.max(100, target);
  return {
    read(uses) {
      let [used, requested, pods] = [0, 0, 0];
      for (const { milli, requestMilli } of uses) {
        if (requestMilli === undefined) continue;
        used += milli;
        requested += requestMilli;
        pods++;
      }
      if (requested === 0) return undefined;
      const averageUtilization = Math.trunc((used * 100) / requested);
      return {
        ratio: averageUtilization / target,
        current: { averageUtilization, averageValueMilli: Math.trunc(used / pods) },
      };
    },
    fillOnWayDown: (requestMilli = 0) => ({
      milli: Math.trunc((requestMilli * fillPercent) / 100),
      as: fillPercent > 100 ? 'target' : 'request',
    }),
  };
}

function byPods(
  reading: MetricReading,
  target: MetricGoal,
  { api, resource, container }: Source,
  { pods, scale, tolerances, settings, nowMs }: MetricContext,
): MetricOutcome {
  const { rules } = settings;
  const samples = samplesOf(reading, resource, container, rules) ?? failed({ code: 'no-samples', api });
  if ('kind' in samples) return samples;
  const question = {
    pods,
    samples,
    countsReadiness: resource === 'cpu',
    currentReplicas: scale.specReplicas,
    tolerances,
    settings,
    nowMs,
  };
  if (target.kind !== 'utilization') return proposeByPods({ ...question, gauge: averageGauge(target.milli) });
  if (resource === undefined) return failed({ code: 'no-target' });
  return proposeByPods({
    ...question,
    gauge: utilizationGauge(target.percent, rules),
    requested: (pod) => requested(pod, resource, container, rules),
  });
}

function samplesOf(
  reading: MetricReading,
  resource: string | undefined,
  container: string | undefined,
  rules: ScalingBehavior,
): Samples | Failed | undefined {
  if (reading.kind === 'usage' && resource !== undefined && reading.pods.length > 0)
    return usageByPod(reading.pods, resource, container, rules);
  if (reading.kind === 'pod-values' && resource === undefined && reading.pods.length > 0)
    return valuesByPod(reading.pods);
}
