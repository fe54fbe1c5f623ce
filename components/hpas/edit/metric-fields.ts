import type { MetricIdentifier, MetricSpec, MetricTarget } from '@/server/contract/kubernetes';

export const METRIC_TYPES = ['Resource', 'ContainerResource', 'Pods', 'Object', 'External'] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

export const TARGET_TYPES = ['Utilization', 'AverageValue', 'Value'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** One metric as the form has it: texts, most of them empty for its type. */
export interface MetricFields {
  type: MetricType;
  resource: string;
  container: string;
  metric: string;
  objectApiVersion: string;
  objectKind: string;
  objectName: string;
  targetType: TargetType;
  target: string | number;
  /** The selector of the metric, which the form keeps as it is. */
  selector?: MetricIdentifier['selector'] | undefined;
}

export const NEW_METRIC: MetricFields = {
  type: 'Resource',
  resource: 'cpu',
  container: '',
  metric: '',
  objectApiVersion: 'v1',
  objectKind: 'Service',
  objectName: '',
  targetType: 'Utilization',
  target: 70,
};

/** The targets that a type of metric may have, the usual one first. */
export function targetTypesOf(type: MetricType): readonly TargetType[] {
  switch (type) {
    case 'Resource':
    case 'ContainerResource':
      return ['Utilization', 'AverageValue'];
    case 'Pods':
      return ['AverageValue'];
    case 'Object':
    case 'External':
      return ['Value', 'AverageValue'];
  }
}

export function metricFields(spec: MetricSpec): MetricFields {
  const { resource, containerResource, pods, object, external } = spec;
  const identified = (pods ?? object ?? external)?.metric;
  const target = (resource ?? containerResource ?? pods ?? object ?? external)?.target;
  const type = METRIC_TYPES.find((each) => each === spec.type) ?? 'Resource';
  const { targetType, value } = targetFields(target, type);
  return {
    ...NEW_METRIC,
    type,
    resource: (resource ?? containerResource)?.name ?? NEW_METRIC.resource,
    container: containerResource?.container ?? '',
    metric: identified?.name ?? '',
    selector: identified?.selector,
    ...(object && {
      objectApiVersion: object.describedObject.apiVersion ?? '',
      objectKind: object.describedObject.kind,
      objectName: object.describedObject.name,
    }),
    targetType,
    target: value,
  };
}

function targetFields(
  target: MetricTarget | undefined,
  type: MetricType,
): { targetType: TargetType; value: string | number } {
  const { averageUtilization, averageValue, value } = target ?? {};
  if (averageUtilization !== undefined) return { targetType: 'Utilization', value: averageUtilization };
  if (averageValue !== undefined) return { targetType: 'AverageValue', value: averageValue };
  return {
    targetType: value === undefined ? (targetTypesOf(type)[0] ?? 'Value') : 'Value',
    value: value ?? '',
  };
}

export function metricSpec(fields: MetricFields): MetricSpec {
  const { type, resource: name, container, objectApiVersion, objectKind, objectName } = fields;
  const target = targetSpec(fields);
  const metric = { name: fields.metric.trim(), ...(fields.selector && { selector: fields.selector }) };
  switch (type) {
    case 'Resource':
      return { type, resource: { name, target } };
    case 'ContainerResource':
      return { type, containerResource: { name, container, target } };
    case 'Pods':
      return { type, pods: { metric, target } };
    case 'Object': {
      const apiVersion = objectApiVersion.trim();
      const describedObject = {
        ...(apiVersion && { apiVersion }),
        kind: objectKind.trim(),
        name: objectName.trim(),
      };
      return { type, object: { describedObject, metric, target } };
    }
    case 'External':
      return { type, external: { metric, target } };
  }
}

/** A percentage is a whole number; anything else goes to the server as typed, which says what is wrong. */
function targetSpec({ targetType, target }: MetricFields): MetricTarget {
  const text = String(target).trim();
  switch (targetType) {
    case 'Utilization':
      return { type: targetType, ...(text !== '' && { averageUtilization: Number(text) }) };
    case 'AverageValue':
      return { type: targetType, ...(text !== '' && { averageValue: text }) };
    case 'Value':
      return { type: targetType, ...(text !== '' && { value: text }) };
  }
}

/** The metrics with those that let the HPA see containers it does not see yet. */
export function seeing(metrics: readonly MetricFields[], hidden: readonly MetricSpec[]): MetricFields[] {
  const isThere = ({ container, resource }: MetricFields) =>
    metrics.some(
      (one) => one.type === 'ContainerResource' && one.container === container && one.resource === resource,
    );
  return [...metrics, ...hidden.map(metricFields).filter((one) => !isThere(one))];
}
