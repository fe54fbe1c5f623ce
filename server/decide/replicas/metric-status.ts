import { formatQuantity } from '../../objects/quantity';
import type { MetricSpec, MetricStatus, MetricValueStatus } from '../../objects/types';
import type { MetricOutcome } from './metric';
import type { CurrentValue } from './proposal';

/** One entry of `status.currentMetrics`. A metric that failed keeps its place: kubectl shows it as unknown. */
export function metricStatus(spec: MetricSpec, outcome: MetricOutcome): MetricStatus {
  if (outcome.kind === 'failed') return { type: '' };
  const current = valueStatus(outcome.current);
  const { type, resource, containerResource, pods, object, external } = spec;
  if (resource) return { type, resource: { name: resource.name, current } };
  if (containerResource) {
    const { name, container } = containerResource;
    return { type, containerResource: { name, container, current } };
  }
  if (pods) return { type, pods: { metric: pods.metric, current } };
  if (object)
    return { type, object: { describedObject: object.describedObject, metric: object.metric, current } };
  return external ? { type, external: { metric: external.metric, current } } : { type: '' };
}

function valueStatus({ averageUtilization, averageValueMilli, valueMilli }: CurrentValue): MetricValueStatus {
  return {
    ...(averageUtilization !== undefined && { averageUtilization }),
    ...(averageValueMilli !== undefined && { averageValue: milliText(averageValueMilli) }),
    ...(valueMilli !== undefined && { value: milliText(valueMilli) }),
  };
}

function milliText(milli: number): string {
  return formatQuantity({ nanos: BigInt(Math.trunc(milli)) * 1_000_000n, format: 'DecimalSI' });
}
