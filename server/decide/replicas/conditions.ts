import type { MetricSpec } from '../../objects/types';
import { failureText, type MetricFailure } from './failures';
import type { Selected } from './input';
import type { Limited, LimitReason } from './limits';
import type { Stabilized } from './stabilization';

type AbleReason =
  | 'SucceededGetScale'
  | 'FailedGetScale'
  | 'ReadyForNewScale'
  | 'ScaleUpStabilized'
  | 'ScaleDownStabilized'
  | 'SucceededRescale'
  | 'FailedUpdateScale';

type ActiveReason =
  | 'ValidMetricFound'
  | 'ScalingDisabled'
  | 'InvalidSelector'
  | 'AmbiguousSelector'
  | MetricFailureReason;

export type MetricFailureReason =
  | 'FailedGetResourceMetric'
  | 'FailedGetContainerResourceMetric'
  | 'FailedGetPodsMetric'
  | 'FailedGetObjectMetric'
  | 'FailedGetExternalMetric'
  | 'InvalidMetricSourceType';

/**
 * A condition of an HPA; types, reasons and messages are those of Kubernetes, which tools read (Kubernetes 1.37,
 * pkg/controller/podautoscaler, horizontal.go).
 */
export type HpaCondition = { readonly status: 'True' | 'False'; readonly message: string } & (
  | { readonly type: 'AbleToScale'; readonly reason: AbleReason }
  | { readonly type: 'ScalingActive'; readonly reason: ActiveReason }
  | { readonly type: 'ScalingLimited'; readonly reason: LimitReason }
  | { readonly type: 'ScaledToZero'; readonly reason: 'ScaledToZero' | 'NotScaledToZero' }
);

export const GOT_SCALE: HpaCondition = {
  type: 'AbleToScale',
  status: 'True',
  reason: 'SucceededGetScale',
  message: "the HPA controller was able to get the target's current scale",
};

/** The target, or its scale, cannot be read: nothing else can be said. */
export function noScale(error: string): HpaCondition {
  const message = `the HPA controller was unable to get the target's current scale: ${error}`;
  return { type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message };
}

export const DISABLED: HpaCondition = {
  type: 'ScalingActive',
  status: 'False',
  reason: 'ScalingDisabled',
  message: 'scaling is disabled since the replica count of the target is zero',
};

/** The pods of the target cannot be told, or are not its own. */
export function badSelector(selected: Exclude<Selected, { kind: 'pods' }>): HpaCondition {
  switch (selected.kind) {
    case 'no-selector':
      return inactive('InvalidSelector', "the HPA target's scale is missing a selector");
    case 'bad-selector':
      return inactive(
        'InvalidSelector',
        `couldn't convert selector into a corresponding internal selector object: ${selected.error}`,
      );
    case 'shared':
      return inactive(
        'AmbiguousSelector',
        `pods by selector ${selected.selector} are controlled by multiple HPAs: [${selected.hpas.join(' ')}]`,
      );
  }
}

export function active(metric: string): HpaCondition {
  const message = `the HPA was able to successfully calculate a replica count from ${metric}`;
  return { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound', message };
}

/** A metric failed, and the target may not be scaled without it. */
export function blocked(spec: MetricSpec, failure: MetricFailure): HpaCondition {
  const message = `the HPA was unable to compute the replica count: ${failureMessage(spec, failure)}`;
  return inactive(failureReason(spec), message);
}

/** A failure with the metric it is about, as events say it. */
export function failureMessage(spec: MetricSpec, failure: MetricFailure): string {
  return `${contextOf(spec, failure)}${failureText(failure)}`;
}

/** The reason of the condition, and of the event, for a metric that failed. */
export function failureReason({ type }: MetricSpec): MetricFailureReason {
  switch (type) {
    case 'Resource':
    case 'ContainerResource':
    case 'Pods':
    case 'Object':
    case 'External':
      return `FailedGet${type}Metric`;
    default:
      return 'InvalidMetricSourceType';
  }
}

function contextOf(spec: MetricSpec, { code }: MetricFailure): string {
  const { resource, containerResource, pods, object, external } = spec;
  const wasNotRead = code === 'fetch-failed' || code === 'no-samples';
  const measured = resource ?? containerResource;
  if (measured) {
    const reading = wasNotRead ? `unable to get metrics for resource ${measured.name}: ` : '';
    return `failed to get ${measured.name} utilization: ${reading}`;
  }
  const named = pods ?? object ?? external;
  return named && wasNotRead ? `unable to get metric ${named.metric.name}: ` : '';
}

const HELD = {
  up: {
    reason: 'ScaleUpStabilized',
    message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
  },
  down: {
    reason: 'ScaleDownStabilized',
    message:
      'recent recommendations were higher than current one, applying the highest recent recommendation',
  },
} as const;

export function able({ held }: Stabilized): HpaCondition {
  const says = held
    ? HELD[held.direction]
    : ({ reason: 'ReadyForNewScale', message: 'recommended size matches current size' } as const);
  return { type: 'AbleToScale', status: 'True', ...says };
}

const LIMITS: Readonly<Record<LimitReason, string>> = {
  DesiredWithinRange: 'the desired count is within the acceptable range',
  TooManyReplicas: 'the desired replica count is more than the maximum replica count',
  TooFewReplicas: 'the desired replica count is less than the minimum replica count',
  ScaleUpLimit: 'the desired replica count is increasing faster than the maximum scale rate',
  ScaleDownLimit: 'the desired replica count is decreasing faster than the maximum scale rate',
};

export function limited({ reason }: Limited): HpaCondition {
  const status = reason === 'DesiredWithinRange' ? 'False' : 'True';
  return { type: 'ScalingLimited', status, reason, message: LIMITS[reason] };
}

/** What trying to write `replicas` to the target adds to the conditions of the evaluation. */
export function afterScaling(
  outcome: { to: number } | { error: string },
  remembersZero: boolean,
): HpaCondition[] {
  if ('error' in outcome) {
    const message = `the HPA controller was unable to update the target scale: ${outcome.error}`;
    return [{ type: 'AbleToScale', status: 'False', reason: 'FailedUpdateScale', message }];
  }
  const message = `the HPA controller was able to update the target scale to ${outcome.to}`;
  const done: HpaCondition = { type: 'AbleToScale', status: 'True', reason: 'SucceededRescale', message };
  return remembersZero ? [done, zero(outcome.to === 0)] : [done];
}

function zero(isZero: boolean): HpaCondition {
  return isZero
    ? {
        type: 'ScaledToZero',
        status: 'True',
        reason: 'ScaledToZero',
        message: 'the HPA controller scaled the workload to zero',
      }
    : {
        type: 'ScaledToZero',
        status: 'False',
        reason: 'NotScaledToZero',
        message: 'the HPA controller did not scale the workload to zero',
      };
}

function inactive(reason: ActiveReason, message: string): HpaCondition {
  return { type: 'ScalingActive', status: 'False', reason, message };
}
