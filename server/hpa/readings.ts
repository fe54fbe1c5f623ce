import type { MetricReading, Selected } from '../decide/replicas/input';
import { metricSpecs } from '../decide/replicas/metric-specs';
import type { HorizontalPodAutoscaler, MetricSpec } from '../objects/types';
import type { KnownHpa } from './known-hpa';
import type { NamespaceUsage } from './pod-usages';

const UNREAD: MetricReading = { kind: 'failed', error: 'the metric was not read' };

export function neededReadings(spec: HorizontalPodAutoscaler['spec']): KnownHpa['needs'] {
  const specs = [...metricSpecs(spec).entries()];
  const values = specs.filter(([, metric]) => isValue(metric));
  return { usage: values.length < specs.length, values };
}

/** What was read, by the place of each metric: `values` of those that are read by requests of their own. */
export function readingsOf(
  specs: readonly MetricSpec[],
  values: ReadonlyMap<number, MetricReading>,
  selected: Selected,
  usage: NamespaceUsage,
): MetricReading[] {
  const pods = selected.kind === 'pods' || selected.kind === 'shared' ? selected.pods : [];
  const used: MetricReading =
    'error' in usage
      ? { kind: 'failed', error: usage.error }
      : { kind: 'usage', pods: pods.flatMap(({ name }) => usage.get(name) ?? []) };
  return specs.map((metric, place) => (isValue(metric) ? (values.get(place) ?? UNREAD) : used));
}

function isValue({ type }: MetricSpec): boolean {
  return type !== 'Resource' && type !== 'ContainerResource';
}
