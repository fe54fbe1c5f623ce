import type { SeriesLabels } from './pod-labels';
import type { PrometheusNames } from './queries';

/** CPU is measured in cores there. */
export const MILLICORES_PER_CORE = 1000;

type ContainerLabels = Pick<
  PrometheusNames,
  'containerNamespaceLabel' | 'containerPodNameLabel' | 'containerNameLabel'
>;

/** The container of a series, from its labels, with one text for all three; empty texts if missing. */
export function nameOf(metric: SeriesLabels, names: ContainerLabels) {
  const namespace = metric[names.containerNamespaceLabel] ?? '';
  const pod = metric[names.containerPodNameLabel] ?? '';
  const container = metric[names.containerNameLabel] ?? '';
  return { namespace, pod, container, key: `${namespace}/${pod}/${container}` };
}
