import { isJsonObject } from '../../objects/json-object';
import type { AdmissionRequest } from './review-types';

/** The longest name that Kubernetes gives an object; of namespaces and containers they are shorter. */
export const LONGEST_NAME = 253;

/**
 * Whether no name in a review is longer than any object may have. The API server asks before it checks names itself,
 * and refuses such an object afterwards: nothing of it is worth keeping.
 */
export function isNamedAsObjectsAre({ uid, name, namespace, object }: AdmissionRequest): boolean {
  const { metadata, spec }: { metadata?: unknown; spec?: unknown } = object ?? {};
  const { name: own, generateName, namespace: place, ownerReferences } = fieldsOf(metadata);
  const { containers, initContainers, targetRef, recommenders } = fieldsOf(spec);
  return (
    areShort([uid, name, namespace, own, generateName, place]) &&
    areShort(Object.values(fieldsOf(targetRef))) &&
    [ownerReferences, containers, initContainers, recommenders].every(areNamedShort)
  );
}

/** Whether the names, kinds and groups in a list of objects are short; whether it is one is judged elsewhere. */
function areNamedShort(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  return list.every((item: unknown) => {
    const { name, kind, apiVersion, uid } = fieldsOf(item);
    return areShort([name, kind, apiVersion, uid]);
  });
}

function areShort(texts: readonly unknown[]): boolean {
  return texts.every((text) => typeof text !== 'string' || text.length <= LONGEST_NAME);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
