import { type Schema, valueSchema } from '@/sandbox/api/crd/structural-schema';
import { cloneJson, isJsonObject } from '@/sandbox/api/json';

/** Sets, in place, the schema's defaults; nulls that are not allowed count as absent. */
export function fillDefaults(value: unknown, schema: Schema): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) fillDefaults(item, schema.items);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (value[key] === null && property.nullable !== true && property.default !== undefined)
      delete value[key];
    if (value[key] === undefined && property.default !== undefined) value[key] = cloneJson(property.default);
    if (value[key] !== undefined) fillDefaults(value[key], property);
  }
  const values = valueSchema(schema);
  if (values) for (const each of Object.values(value)) fillDefaults(each, values);
}
