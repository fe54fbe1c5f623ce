import { isJsonObject, type JsonObject } from '../../objects/json-object';
import type { Pod } from '../../objects/types';

/** The pod in a review, or why it cannot be read. */
type PodReading = { readonly pod: Pod } | { readonly fault: string };

/**
 * Checks the parts of a pod that a review uses. Every patch applies to a pod that passes: the parents of its
 * paths are either absent, and added first, or objects. Amounts are checked later.
 */
export function readPod(object: unknown): PodReading {
  const fault = podFault(object);
  return fault === undefined ? { pod: object as Pod } : { fault };
}

function podFault(object: unknown): string | undefined {
  if (!isJsonObject(object)) return 'is not an object';
  const { metadata, spec } = object;
  if (!isJsonObject(metadata)) return 'metadata is not an object';
  if (!isJsonObject(spec)) return 'spec is not an object';
  return (
    textFault(metadata, 'metadata', 'name', 'generateName', 'namespace') ??
    textsFault(metadata.annotations, 'metadata.annotations') ??
    textsFault(metadata.labels, 'metadata.labels') ??
    ownersFault(metadata.ownerReferences) ??
    (Array.isArray(spec.containers) ? undefined : 'spec.containers is not a list') ??
    containersFault(spec.containers, 'spec.containers') ??
    containersFault(spec.initContainers, 'spec.initContainers') ??
    resourcesFault(spec.resources, 'spec.resources') ??
    (isRecordOrAbsent(spec.overhead) ? undefined : 'spec.overhead is not an object')
  );
}

function ownersFault(owners: unknown): string | undefined {
  return listFault(owners, 'metadata.ownerReferences', (owner) =>
    typeof owner.kind === 'string' && typeof owner.name === 'string'
      ? textFault(owner, '', 'apiVersion', 'uid')
      : ' has no kind or no name',
  );
}

function containersFault(containers: unknown, field: string): string | undefined {
  return listFault(containers, field, (container) =>
    typeof container.name === 'string' ? resourcesFault(container.resources, '.resources') : ' has no name',
  );
}

function resourcesFault(resources: unknown, field: string): string | undefined {
  if (!isRecordOrAbsent(resources)) return `${field} is not an object`;
  for (const part of ['requests', 'limits'] as const) {
    const amounts = resources?.[part];
    if (!isRecordOrAbsent(amounts)) return `${field}.${part} is not an object`;
    for (const resource in amounts)
      if (!isAmount(amounts[resource])) return `${field}.${part}.${resource} is not a quantity`;
  }
  return undefined;
}

/** `faultOf` says what follows the name of the item: `.name is not a text`. */
function listFault(
  list: unknown,
  field: string,
  faultOf: (item: JsonObject) => string | undefined,
): string | undefined {
  if (isAbsent(list)) return undefined;
  if (!Array.isArray(list)) return `${field} is not a list`;
  for (let index = 0; index < list.length; index++) {
    const item: unknown = list[index];
    const fault = isJsonObject(item) ? faultOf(item) : ' is not an object';
    if (fault !== undefined) return `${field}[${index}]${fault}`;
  }
  return undefined;
}

function textsFault(texts: unknown, field: string): string | undefined {
  if (!isRecordOrAbsent(texts)) return `${field} is not an object`;
  for (const key in texts) if (typeof texts[key] !== 'string') return `${field}.${key} is not a text`;
  return undefined;
}

function textFault(fields: JsonObject, at: string, ...keys: string[]): string | undefined {
  for (const key of keys)
    if (!isAbsent(fields[key]) && typeof fields[key] !== 'string') return `${at}.${key} is not a text`;
  return undefined;
}

function isAmount(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isRecordOrAbsent(value: unknown): value is JsonObject | undefined | null {
  return isAbsent(value) || isJsonObject(value);
}
