import type { HorizontalPodAutoscaler, MetricSpec, MetricTarget } from '../../objects/types';
import { type Failed, failed } from './failures';
import { milliFrom } from './milli-amounts';

const BY_DEFAULT: readonly MetricSpec[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

/**
 * The metrics of an HPA; one that states none is on 80 % of the CPU requests, as the API server writes (Kubernetes
 * 1.37, pkg/apis/autoscaling/v2, defaults.go, `SetDefaults_HorizontalPodAutoscaler`).
 */
export function metricSpecs({ metrics }: HorizontalPodAutoscaler['spec']): readonly MetricSpec[] {
  return metrics?.length ? metrics : BY_DEFAULT;
}

/** A metric in the words of Kubernetes, for conditions and events. */
export function metricName({
  type,
  resource,
  containerResource,
  pods,
  object,
  external,
}: MetricSpec): string {
  switch (type) {
    case 'Resource':
      return resource?.target?.averageValue === undefined
        ? `${resource?.name} resource utilization (percentage of request)`
        : `${resource.name} resource`;
    case 'ContainerResource':
      return containerResource?.target?.averageValue === undefined
        ? `${containerResource?.name} container resource utilization (percentage of request)`
        : `${containerResource.name} resource`;
    case 'Pods':
      return `pods metric ${pods?.metric.name}`;
    case 'Object':
      return `${object?.describedObject.kind} metric ${object?.metric.name}`;
    case 'External':
      return `external metric ${external?.metric.name}`;
    default:
      return `metric of type ${type}`;
  }
}

/** A target that can be worked with: whole percent, or thousandths. */
export type MetricGoal =
  | { readonly kind: 'utilization'; readonly percent: number }
  | { readonly kind: 'average-value' | 'value'; readonly milli: number };

/** Reads a target. If several are stated, an average value counts before a utilization, a value before both. */
export function metricGoalOf(
  target: MetricTarget | undefined,
  allowed: readonly MetricGoal['kind'][],
): MetricGoal | Failed {
  if (target?.value !== undefined && allowed.includes('value')) return amount('value', target.value);
  if (target?.averageValue !== undefined && allowed.includes('average-value'))
    return amount('average-value', target.averageValue);
  const percent = target?.averageUtilization;
  if (percent === undefined || !allowed.includes('utilization')) return failed({ code: 'no-target' });
  if (!Number.isSafeInteger(percent) || percent <= 0)
    return failed({ code: 'bad-target', target: String(percent) });
  return { kind: 'utilization', percent };
}

function amount(kind: 'average-value' | 'value', stated: string | number): MetricGoal | Failed {
  const milli = milliFrom(stated) ?? 0;
  return milli > 0 ? { kind, milli } : failed({ code: 'bad-target', target: String(stated) });
}
