import { childPath, type Schema, valueSchema } from '@/sandbox/api/crd/structural-schema';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';

/** Fields that every object has without a schema. */
const IMPLIED = new Set(['apiVersion', 'kind', 'metadata']);

/** Drops from `object`, in place, fields unknown to its schema; returns their paths. */
export function pruneObject(object: JsonObject, schema: Schema): string[] {
  const dropped: string[] = [];
  pruneRecord(object, schema, '', dropped, IMPLIED);
  return dropped;
}

function pruneValue(value: unknown, schema: Schema, path: string, dropped: string[]): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return;
    for (const [index, item] of value.entries()) pruneValue(item, items, childPath(path, index), dropped);
  } else if (isJsonObject(value)) {
    pruneRecord(value, schema, path, dropped, new Set());
  }
}

function pruneRecord(
  object: JsonObject,
  schema: Schema,
  path: string,
  dropped: string[],
  implied: Set<string>,
): void {
  const values = valueSchema(schema);
  for (const key of Object.keys(object)) {
    if (implied.has(key)) continue;
    const known = schema.properties?.[key] ?? values;
    if (known) pruneValue(object[key], known, childPath(path, key), dropped);
    else if (!schema['x-kubernetes-preserve-unknown-fields'] && schema.additionalProperties !== true) {
      delete object[key];
      dropped.push(childPath(path, key));
    }
  }
}
