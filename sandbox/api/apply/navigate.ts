import { itemElement } from '@/sandbox/api/apply/field-set';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';

/** The value at a path of field set elements; undefined if there is none. */
export function valueAt(object: unknown, path: string[]): unknown {
  let value = object;
  for (const element of path) {
    if (element === '.') continue;
    value = child(value, element);
  }
  return value;
}

function child(value: unknown, element: string): unknown {
  if (element.startsWith('f:')) return isJsonObject(value) ? value[element.slice(2)] : undefined;
  if (!Array.isArray(value)) return undefined;
  const index = indexOf(value, element);
  return index < 0 ? undefined : value[index];
}

function indexOf(list: unknown[], element: string): number {
  const keys = Object.keys(JSON.parse(element.slice(2)) as JsonObject);
  return list.findIndex((item) => isJsonObject(item) && itemElement(item, keys) === element);
}

/** Removes, in place, the field or list item at a path, and parents left empty. */
export function removeAt(object: unknown, path: string[]): void {
  const isItem = path.at(-1) === '.';
  const steps = isItem ? path.slice(0, -1) : path;
  const last = steps.at(-1);
  const parent = valueAt(object, steps.slice(0, -1));
  if (last === undefined) return;
  if (last.startsWith('f:')) {
    if (!isJsonObject(parent)) return;
    delete parent[last.slice(2)];
    if (Object.keys(parent).length === 0 && steps.length > 2) removeAt(object, steps.slice(0, -1));
  } else if (Array.isArray(parent)) {
    const index = indexOf(parent, last);
    if (index >= 0) parent.splice(index, 1);
  }
}
