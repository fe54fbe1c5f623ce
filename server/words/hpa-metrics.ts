import { formatAmount } from './amounts';

/** What one metric of an HPA should be, as `autoscaling/v2` states it. */
interface StatedTarget {
  readonly averageUtilization?: number | undefined;
  readonly averageValue?: string | number | undefined;
  readonly value?: string | number | undefined;
}

/** One metric of an HPA, as `autoscaling/v2` states it. */
export interface StatedMetric {
  readonly type: string;
  readonly resource?: { readonly name: string; readonly target?: StatedTarget } | undefined;
  readonly containerResource?:
    | { readonly name: string; readonly container: string; readonly target?: StatedTarget }
    | undefined;
  readonly pods?: { readonly metric: { readonly name: string }; readonly target?: StatedTarget } | undefined;
  readonly object?:
    | {
        readonly describedObject: { readonly kind: string; readonly name: string };
        readonly metric: { readonly name: string };
        readonly target?: StatedTarget;
      }
    | undefined;
  readonly external?:
    | { readonly metric: { readonly name: string }; readonly target?: StatedTarget }
    | undefined;
}

/** What a metric looks at: `cpu of container app`. */
export function metricLabel(metric: StatedMetric): string {
  const { type, resource, containerResource, pods, object, external } = metric;
  if (containerResource) return `${containerResource.name} of container ${containerResource.container}`;
  if (resource) return `${resource.name} of the pods`;
  if (pods) return `${pods.metric.name} of the pods`;
  if (object) return `${object.metric.name} of ${object.describedObject.kind} ${object.describedObject.name}`;
  return external ? external.metric.name : `a metric of type ${type}`;
}

/** What a metric should be: `60 %`, `500m a pod`. */
export function targetText(metric: StatedMetric): string {
  const { averageUtilization, averageValue, value } = targetOf(metric) ?? {};
  if (averageUtilization !== undefined) return `${averageUtilization} %`;
  if (averageValue !== undefined) return `${averageValue} a pod`;
  return value === undefined ? 'none' : String(value);
}

/** An amount of what a metric measures, given in thousandths: `250m`, `1.2 GiB`, `37.5`. */
export function milliText({ resource, containerResource }: StatedMetric, milli: number): string {
  const name = (containerResource ?? resource)?.name;
  if (name === 'cpu') return formatAmount('cpu', milli);
  if (name === 'memory' || name === 'ephemeral-storage') return formatAmount('memory', milli / 1000);
  return (milli / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 });
}

function targetOf(metric: StatedMetric): StatedTarget | undefined {
  const { resource, containerResource, pods, object, external } = metric;
  return (containerResource ?? resource ?? pods ?? object ?? external)?.target;
}
