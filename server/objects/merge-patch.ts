import { isJsonObject, type JsonObject } from './json-object';

/** JSON merge patch (RFC 7386): null removes, records merge, everything else replaces. */
export function mergePatch<T>(target: T, patch: unknown): T {
  if (!isJsonObject(patch)) return patch as T;
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged as T;
}
