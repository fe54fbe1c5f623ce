import { isJsonObject, type JsonObject } from '@/server/objects/json-object';

export { isJsonObject, type JsonObject };

/** The record at `key`, created empty if missing. */
export function objectAt(parent: JsonObject, key: string): JsonObject {
  const present = parent[key];
  if (isJsonObject(present)) return present;
  const fresh: JsonObject = {};
  parent[key] = fresh;
  return fresh;
}

/** The records of the list at `key`; empty if missing. */
export function objectsAt(parent: unknown, key: string): JsonObject[] {
  const list = isJsonObject(parent) ? parent[key] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

export function setDefault(parent: JsonObject, key: string, value: unknown): void {
  if (parent[key] === undefined || parent[key] === null) parent[key] = value;
}

/** A deep copy of plain JSON; several times faster than structuredClone. */
export function cloneJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneJson) as T;
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key in value) copy[key] = cloneJson(value[key]);
  return copy as T;
}

/** Deep equality of plain JSON; a key with `undefined` equals a missing one. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  for (const key in a) if (!equalJson(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}
