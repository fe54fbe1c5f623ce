import { isJsonObject } from '@/sandbox/api/json';

/**
 * The fields a manager owns, in the FieldsV1 form: `f:NAME` leads into a field, `k:{KEYS}` into an item of a
 * keyed list, `.` is the item itself; an empty set is a leaf.
 */
export interface FieldSet {
  [element: string]: FieldSet;
}

/** The fields that identify the items of a list; undefined if the list is one value. */
export type ListKeys = (path: string[], items: readonly unknown[]) => string[] | undefined;

/** Fields that identify an object and have no owner. */
const UNOWNED = new Set(['apiVersion', 'kind']);
const UNOWNED_METADATA = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
]);

/** Every field that `object` sets. */
export function appliedFields(object: unknown, listKeys: ListKeys): FieldSet {
  return isJsonObject(object) ? fieldsOfObject(object, [], listKeys) : {};
}

function fieldsOfObject(object: Record<string, unknown>, path: string[], listKeys: ListKeys): FieldSet {
  const set: FieldSet = {};
  for (const [key, value] of Object.entries(object)) {
    if (path.length === 0 && UNOWNED.has(key)) continue;
    if (path.length === 1 && path[0] === 'metadata' && UNOWNED_METADATA.has(key)) continue;
    const inner = fieldsOfValue(value, [...path, key], listKeys);
    const identifiesOnly = path.length === 0 && key === 'metadata' && isLeaf(inner);
    if (!identifiesOnly) set[`f:${key}`] = inner;
  }
  return set;
}

function fieldsOfValue(value: unknown, path: string[], listKeys: ListKeys): FieldSet {
  if (isJsonObject(value)) return fieldsOfObject(value, path, listKeys);
  if (!Array.isArray(value)) return {};
  const keys = listKeys(path, value);
  if (!keys) return {};
  const set: FieldSet = {};
  for (const item of value) {
    if (isJsonObject(item))
      set[itemElement(item, keys)] = { '.': {}, ...fieldsOfObject(item, [...path, '*'], listKeys) };
  }
  return set;
}

/** `k:{"name":"app"}` */
export function itemElement(item: Record<string, unknown>, keys: string[]): string {
  return `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, item[key]])))}`;
}

export function isLeaf(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

/** The paths of the leaves, each a list of elements. */
export function leavesOf(set: FieldSet, prefix: string[] = []): string[][] {
  return Object.entries(set).flatMap(([element, inner]) =>
    isLeaf(inner) ? [[...prefix, element]] : leavesOf(inner, [...prefix, element]),
  );
}

export function hasPath(set: FieldSet, path: string[]): boolean {
  let current: FieldSet | undefined = set;
  for (const element of path) current = current?.[element];
  return current !== undefined;
}

/** `set` without the leaves at `paths`, and without parents left empty. */
export function withoutPaths(set: FieldSet, paths: string[][]): FieldSet {
  const kept = leavesOf(set).filter((leaf) => !paths.some((path) => samePath(path, leaf)));
  return fromPaths(kept);
}

export function fromPaths(paths: string[][]): FieldSet {
  const set: FieldSet = {};
  for (const path of paths) {
    let current = set;
    for (const element of path) {
      current[element] ??= {};
      current = current[element];
    }
  }
  return set;
}

function samePath(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((element, index) => element === b[index]);
}

/** `.spec.containers[name="app"].image`, as conflicts name fields. */
export function pathText(path: string[]): string {
  return path
    .map((element) => {
      if (element === '.') return '';
      if (element.startsWith('f:')) return `.${element.slice(2)}`;
      const keys = JSON.parse(element.slice(2)) as Record<string, unknown>;
      return `[${Object.entries(keys)
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .join(',')}]`;
    })
    .join('');
}
