import { jsonFrom } from '@/server/objects/json-object';

/**
 * What no field should hold; the amounts are let through by the schema of a VPA and cannot be read, and the last object
 * cannot be put into a text.
 */
const WRONG_VALUES = [null, 7_000_000_000, 'x', [], [null], {}, '1e1001', '1e1.5', { toString: 0 }] as const;

type Path = readonly (string | number)[];

/** The place of every field of an object, its lists' members included. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(inner, path)];
  });
}

/** A copy of `object` with another value at `path`; itself where the path leads nowhere any more. */
export function withValue<T>(object: T, [key, ...rest]: Path, value: unknown): T {
  if (key === undefined) return value as T;
  if (typeof object !== 'object' || object === null || !(key in object)) return object;
  const copy = structuredClone(object) as Record<string | number, unknown>;
  copy[key] = withValue(copy[key], rest, value);
  return copy as T;
}

/** Paths that say which object it is: another name makes another object, not a wrong one. */
const IDENTITY = /^(apiVersion|kind|metadata|metadata\.(name|namespace|uid|resourceVersion))$/;

/** One copy of an object for each of its fields and each wrong value, as it is read; `make` makes the one of a number. */
export function wrongInTurn<T>(make: (index: number) => T): T[] {
  const fields = pathsOf(make(0)).filter((path) => !IDENTITY.test(path.join('.')));
  return fields
    .flatMap((path) => WRONG_VALUES.map((value) => ({ path, value })))
    .map(({ path, value }, index) => jsonFrom(JSON.stringify(withValue(make(index), path, value))) as T);
}
