import type { FieldFault } from '@/sandbox/api/api-error';
import { equalJson, isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { fault, invalidValue, validateLabels } from '@/sandbox/api/validation/metadata';
import { validatePodSpec } from '@/sandbox/api/validation/pod';
import { SelectorError, selectorFrom, selectorMatches } from '@/server/objects/selector';
import type { LabelSelector } from '@/server/objects/types';

export function validateWorkload(object: JsonObject): FieldFault[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const template = isJsonObject(spec.template) ? spec.template : {};
  const labels = isJsonObject(template.metadata) ? template.metadata.labels : undefined;
  return [
    ...validateReplicas(spec),
    ...validateSelector(spec.selector, isJsonObject(labels) ? labels : undefined),
    ...validateLabels('spec.template.labels', isJsonObject(labels) ? labels : undefined),
    ...validateTemplateSpec(template, 'spec.template.spec'),
  ];
}

export function validateJob(object: JsonObject): FieldFault[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const template = isJsonObject(spec.template) ? spec.template : {};
  return [
    ...validateTemplateSpec(template, 'spec.template.spec'),
    ...validateEnding(template, 'spec.template.spec'),
  ];
}

function validateEnding(template: JsonObject, path: string): FieldFault[] {
  const policy = isJsonObject(template.spec) ? template.spec.restartPolicy : undefined;
  if (policy === 'OnFailure' || policy === 'Never') return [];
  return [
    fault(
      'FieldValueNotSupported',
      `${path}.restartPolicy`,
      `Unsupported value: ${JSON.stringify(policy)}: supported values: "OnFailure", "Never"`,
    ),
  ];
}

export function validateCronJob(object: JsonObject): FieldFault[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const faults: FieldFault[] = [];
  if (typeof spec.schedule !== 'string' || spec.schedule === '') {
    faults.push(fault('FieldValueRequired', 'spec.schedule', 'Required value'));
  }
  const jobTemplate =
    isJsonObject(spec.jobTemplate) && isJsonObject(spec.jobTemplate.spec) ? spec.jobTemplate.spec : {};
  const template = isJsonObject(jobTemplate.template) ? jobTemplate.template : {};
  return [...faults, ...validateTemplateSpec(template, 'spec.jobTemplate.spec.template.spec')];
}

function validateReplicas(spec: JsonObject): FieldFault[] {
  return typeof spec.replicas === 'number' && spec.replicas < 0
    ? [invalidValue('spec.replicas', spec.replicas, 'must be greater than or equal to 0')]
    : [];
}

function validateSelector(selector: unknown, labels: JsonObject | undefined): FieldFault[] {
  if (!isJsonObject(selector)) return [fault('FieldValueRequired', 'spec.selector', 'Required value')];
  try {
    const isStructured = 'matchLabels' in selector || 'matchExpressions' in selector;
    const requirements = selectorFrom((isStructured ? selector : { matchLabels: selector }) as LabelSelector);
    if (requirements.length === 0) {
      return [invalidValue('spec.selector', selector, 'empty selector is invalid for deployment')];
    }
    if (selectorMatches(requirements, labels as Record<string, string> | undefined)) return [];
  } catch (error) {
    if (error instanceof SelectorError) return [invalidValue('spec.selector', selector, error.message)];
    throw error;
  }
  return [
    invalidValue(
      'spec.template.metadata.labels',
      labels ?? {},
      '`selector` does not match template `labels`',
    ),
  ];
}

function validateTemplateSpec(template: JsonObject, path: string): FieldFault[] {
  return isJsonObject(template.spec) ? validatePodSpec(template.spec, path) : [];
}

/** The selector of a workload is immutable. */
export function validateSelectorUnchanged(object: JsonObject, old: JsonObject): FieldFault[] {
  const now = isJsonObject(object.spec) ? object.spec.selector : undefined;
  const before = isJsonObject(old.spec) ? old.spec.selector : undefined;
  return equalJson(now, before) ? [] : [invalidValue('spec.selector', now, 'field is immutable')];
}
