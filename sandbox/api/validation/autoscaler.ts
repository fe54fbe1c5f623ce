import type { FieldFault } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';
import { isQuantity, milliValue } from '@/server/objects/quantity';

const LONGEST_WINDOW_S = 3600;
const LONGEST_PERIOD_S = 1800;

/**
 * What is wrong with an HPA, as the API server says it (Kubernetes 1.37, pkg/apis/autoscaling/validation,
 * validation.go).
 */
export function validateAutoscaler(object: JsonObject): FieldFault[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  return [
    ...validateBounds(spec),
    ...validateReference(spec.scaleTargetRef, 'spec.scaleTargetRef'),
    ...validateMetrics(spec),
    ...validateBehavior(spec.behavior),
  ];
}

function validateBounds({ minReplicas: min, maxReplicas: max = 0 }: JsonObject): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!isWhole(min)) faults.push(notWhole('spec.minReplicas', min));
  else if (min < 0) faults.push(invalidValue('spec.minReplicas', min, 'must be greater than or equal to 0'));
  if (!isWhole(max)) return [...faults, notWhole('spec.maxReplicas', max)];
  if (max < 1) faults.push(invalidValue('spec.maxReplicas', max, 'must be greater than 0'));
  if (isWhole(min) && max < min)
    faults.push(invalidValue('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`'));
  return faults;
}

function validateReference(reference: unknown, path: string): FieldFault[] {
  const { kind, name } = isJsonObject(reference) ? reference : {};
  return [...validateSegment(kind, `${path}.kind`), ...validateSegment(name, `${path}.name`)];
}

function validateSegment(value: unknown, path: string, why = ''): FieldFault[] {
  if (value === undefined || value === null || value === '') return [required(path, why)];
  if (typeof value !== 'string') return [invalidValue(path, value, 'must be a string')];
  if (value === '.' || value === '..') return [invalidValue(path, value, `may not be '${value}'`)];
  const wrong = ['/', '%'].find((character) => value.includes(character));
  return wrong ? [invalidValue(path, value, `may not contain '${wrong}'`)] : [];
}

function validateMetrics({ metrics, minReplicas }: JsonObject): FieldFault[] {
  if (!Array.isArray(metrics)) return [];
  const faults = metrics.flatMap((metric: unknown, index) =>
    isJsonObject(metric)
      ? validateMetric(metric, `spec.metrics[${index}]`)
      : [invalidValue(`spec.metrics[${index}]`, metric, 'must be an object')],
  );
  const needsNoPods = metrics.some(
    (metric) => isJsonObject(metric) && (metric.type === 'Object' || metric.type === 'External'),
  );
  if (minReplicas === 0 && !needsNoPods)
    faults.push(
      forbidden(
        'spec.metrics',
        'must specify at least one Object or External metric to support scaling to zero replicas',
      ),
    );
  return faults;
}

type SourceCheck = (source: JsonObject, path: string) => FieldFault[];

/** The field of each type of metric, and what is wrong with a source of it. */
const SOURCES: ReadonlyMap<string, { readonly field: string; readonly check: SourceCheck }> = new Map([
  ['ContainerResource', { field: 'containerResource', check: validateContainerResource }],
  ['External', { field: 'external', check: validateExternal }],
  ['Object', { field: 'object', check: validateObject }],
  ['Pods', { field: 'pods', check: validatePods }],
  ['Resource', { field: 'resource', check: validateResource }],
]);

function validateMetric(metric: JsonObject, path: string): FieldFault[] {
  const { type } = metric;
  const faults: FieldFault[] = [];
  if (type === undefined || type === '')
    faults.push(required(`${path}.type`, 'must specify a metric source type'));
  const own = typeof type === 'string' ? SOURCES.get(type) : undefined;
  if (!own) faults.push(unsupported(`${path}.type`, type ?? '', [...SOURCES.keys()]));
  for (const { field, check } of SOURCES.values()) {
    const source = metric[field];
    if (source === undefined || source === null) continue;
    if (own && field !== own.field)
      faults.push(forbidden(`${path}.${field}`, 'must populate the given metric source only'));
    else if (isJsonObject(source)) faults.push(...check(source, `${path}.${field}`));
    else faults.push(invalidValue(`${path}.${field}`, source, 'must be an object'));
  }
  if (own && (metric[own.field] === undefined || metric[own.field] === null))
    faults.push(required(`${path}.${own.field}`, 'must populate information for the given metric source'));
  return faults;
}

function validateResource({ name, target }: JsonObject, path: string): FieldFault[] {
  const stated = isJsonObject(target) ? target : {};
  const faults = [
    ...(name ? [] : [required(`${path}.name`, 'must specify a resource name')]),
    ...validateTarget(stated, `${path}.target`),
  ];
  const { averageUtilization, averageValue } = stated;
  if (isUnset(averageUtilization) && isUnset(averageValue))
    faults.push(
      required(
        `${path}.target.averageUtilization`,
        'must set either a target raw value or a target utilization',
      ),
    );
  if (!isUnset(averageUtilization) && !isUnset(averageValue))
    faults.push(
      forbidden(
        `${path}.target.averageValue`,
        'may not set both a target raw value and a target utilization',
      ),
    );
  return faults;
}

function validateContainerResource(source: JsonObject, path: string): FieldFault[] {
  const unnamed = source.container ? [] : [required(`${path}.container`, 'must specify a container')];
  return [...unnamed, ...validateResource(source, path)];
}

function validatePods({ metric, target }: JsonObject, path: string): FieldFault[] {
  const stated = isJsonObject(target) ? target : {};
  const faults = [...validateIdentifier(metric, path), ...validateTarget(stated, `${path}.target`)];
  if (!isPositive(stated.averageValue))
    faults.push(required(`${path}.target.averageValue`, 'must specify a positive target averageValue'));
  return faults;
}

function validateObject({ describedObject, metric, target }: JsonObject, path: string): FieldFault[] {
  const stated = isJsonObject(target) ? target : {};
  const faults = [
    ...validateReference(describedObject, `${path}.describedObject`),
    ...validateIdentifier(metric, path),
    ...validateTarget(stated, `${path}.target`),
  ];
  if (isUnset(stated.value) && isUnset(stated.averageValue))
    faults.push(
      required(`${path}.target.averageValue`, 'must set either a target raw value or a target averageValue'),
    );
  return faults;
}

function validateExternal({ metric, target }: JsonObject, path: string): FieldFault[] {
  const stated = isJsonObject(target) ? target : {};
  const faults = [...validateIdentifier(metric, path), ...validateTarget(stated, `${path}.target`)];
  const { value, averageValue } = stated;
  if (isUnset(value) && isUnset(averageValue))
    faults.push(
      required(
        `${path}.target.averageValue`,
        'must set either a target value for metric or a per-pod target',
      ),
    );
  if (!isUnset(value) && !isUnset(averageValue))
    faults.push(
      forbidden(`${path}.target.value`, 'may not set both a target value for metric and a per-pod target'),
    );
  return faults;
}

function validateIdentifier(metric: unknown, path: string): FieldFault[] {
  const { name } = isJsonObject(metric) ? metric : {};
  return validateSegment(name, `${path}.metric.name`, 'must specify a metric name');
}

const TARGET_TYPES = ['Utilization', 'Value', 'AverageValue'];

function validateTarget(target: JsonObject, path: string): FieldFault[] {
  const { type = '', averageUtilization } = target;
  const faults: FieldFault[] = [];
  if (type === '') faults.push(required(`${path}.type`, 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(String(type)))
    faults.push(invalidValue(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  for (const field of ['value', 'averageValue'])
    if (!isUnset(target[field]) && !isPositive(target[field]))
      faults.push(invalidValue(`${path}.${field}`, target[field], 'must be positive'));
  if (isUnset(averageUtilization)) return faults;
  if (!isWhole(averageUtilization)) faults.push(notWhole(`${path}.averageUtilization`, averageUtilization));
  else if (averageUtilization < 1)
    faults.push(invalidValue(`${path}.averageUtilization`, averageUtilization, 'must be greater than 0'));
  return faults;
}

function validateBehavior(behavior: unknown): FieldFault[] {
  if (!isJsonObject(behavior)) return [];
  return ['scaleUp', 'scaleDown'].flatMap((direction) => {
    const rules = behavior[direction];
    return isJsonObject(rules) ? validateRules(rules, `spec.behavior.${direction}`) : [];
  });
}

const SELECT_POLICIES = ['Disabled', 'Max', 'Min'];

function validateRules(rules: JsonObject, path: string): FieldFault[] {
  const { stabilizationWindowSeconds: window, selectPolicy, policies, tolerance } = rules;
  const faults: FieldFault[] = [];
  const at = `${path}.stabilizationWindowSeconds`;
  if (!isUnset(window) && !isWhole(window)) faults.push(notWhole(at, window));
  else if (isWhole(window) && window < 0)
    faults.push(invalidValue(at, window, 'must be greater than or equal to zero'));
  else if (isWhole(window) && window > LONGEST_WINDOW_S)
    faults.push(invalidValue(at, window, `must be less than or equal to ${LONGEST_WINDOW_S}`));
  if (!isUnset(selectPolicy) && !SELECT_POLICIES.includes(String(selectPolicy)))
    faults.push(unsupported(`${path}.selectPolicy`, selectPolicy, SELECT_POLICIES));
  const listed: unknown[] = Array.isArray(policies) ? policies : [];
  if (listed.length === 0) faults.push(required(`${path}.policies`, 'must specify at least one Policy'));
  listed.forEach((policy, index) => {
    faults.push(...validatePolicy(isJsonObject(policy) ? policy : {}, `${path}.policies[${index}]`));
  });
  if (!isUnset(tolerance) && !(isQuantity(tolerance) && milliValue(tolerance) >= 0))
    faults.push(invalidValue(`${path}.tolerance`, tolerance, 'must be greater than or equal to 0'));
  return faults;
}

const POLICY_TYPES = ['Percent', 'Pods'];

function validatePolicy({ type = '', value = 0, periodSeconds: period = 0 }: JsonObject, path: string) {
  const faults: FieldFault[] = [];
  if (!POLICY_TYPES.includes(String(type))) faults.push(unsupported(`${path}.type`, type, POLICY_TYPES));
  if (!isWhole(value)) faults.push(notWhole(`${path}.value`, value));
  else if (value <= 0) faults.push(invalidValue(`${path}.value`, value, 'must be greater than zero'));
  const at = `${path}.periodSeconds`;
  if (!isWhole(period)) faults.push(notWhole(at, period));
  else if (period <= 0) faults.push(invalidValue(at, period, 'must be greater than zero'));
  else if (period > LONGEST_PERIOD_S)
    faults.push(invalidValue(at, period, `must be less than or equal to ${LONGEST_PERIOD_S}`));
  return faults;
}

function isUnset(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isPositive(value: unknown): boolean {
  return isQuantity(value) && milliValue(value) > 0;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31;
}

function notWhole(path: string, value: unknown): FieldFault {
  return fault(
    'FieldValueTypeInvalid',
    path,
    `Invalid value: ${JSON.stringify(value)}: must be of type int32`,
  );
}

function required(path: string, why: string): FieldFault {
  return fault('FieldValueRequired', path, why ? `Required value: ${why}` : 'Required value');
}

function forbidden(path: string, why: string): FieldFault {
  return fault('FieldValueForbidden', path, `Forbidden: ${why}`);
}

function unsupported(path: string, value: unknown, supported: readonly string[]): FieldFault {
  const values = supported.map((each) => JSON.stringify(each)).join(', ');
  return fault(
    'FieldValueNotSupported',
    path,
    `Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`,
  );
}
