import { isJsonObject, type JsonObject } from '../objects/json-object';

/** Every stated value by its path: the keys, apart by a character that none of them has. */
export type Fields = Map<string, unknown>;

const APART = '\0';

export function fieldPath(keys: readonly string[]): string {
  return keys.join(APART);
}

/** The one list whose entries are told apart: by the container they are about. */
const KEYED_LIST = 'containerPolicies';
const KEY = 'containerName';
/** The value of the entry itself, which may state nothing else. */
export const PRESENT = 'present';

/** Whether each entry of a list of container policies names a container of its own. */
export function isKeyed(value: unknown): boolean {
  const { [KEYED_LIST]: list } =
    isJsonObject(value) && isJsonObject(value.resourcePolicy) ? value.resourcePolicy : {};
  if (list === undefined) return true;
  if (!Array.isArray(list)) return false;
  const names = list.map((entry: unknown) => (isJsonObject(entry) ? entry[KEY] : undefined));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}

/** The fields of `value` below `path`. Lists count as one value, except container policies if `keyed`. */
export function fieldsOf(
  value: unknown,
  path: readonly string[],
  keyed: boolean,
  into: Fields = new Map(),
): Fields {
  if (value === undefined || value === null) return into;
  if (keyed && Array.isArray(value) && path.at(-1) === KEYED_LIST) {
    for (const { [KEY]: name, ...entry } of value as JsonObject[]) {
      const place = [...path, String(name)];
      into.set(fieldPath(place), PRESENT);
      fieldsOf(entry, place, keyed, into);
    }
    return into;
  }
  if (!isJsonObject(value)) {
    into.set(fieldPath(path), value);
    return into;
  }
  for (const [key, one] of Object.entries(value)) fieldsOf(one, [...path, key], keyed, into);
  return into;
}

/** The value these fields state; the inverse of `fieldsOf`. */
export function valueFrom(fields: Fields): JsonObject {
  const root: JsonObject = {};
  for (const [text, value] of fields) place(root, text.split(APART), value);
  return root;
}

function place(root: JsonObject, path: readonly string[], value: unknown): void {
  let at = root;
  for (const [index, key] of path.slice(0, -1).entries()) {
    if (key === KEYED_LIST) {
      placeEntry(at, path.slice(index + 1), value);
      return;
    }
    const next = Object.hasOwn(at, key) ? at[key] : undefined;
    if (isJsonObject(next)) at = next;
    else {
      const made: JsonObject = {};
      setOwn(at, key, made);
      at = made;
    }
  }
  setOwn(at, path.at(-1) ?? '', value);
}

/** A field like any other, also if it is called `__proto__`. */
function setOwn(at: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
}

function placeEntry(at: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): void {
  const list = Array.isArray(at[KEYED_LIST]) ? (at[KEYED_LIST] as JsonObject[]) : [];
  at[KEYED_LIST] = list;
  let entry = list.find((one) => one[KEY] === name);
  if (!entry) {
    entry = { [KEY]: name };
    list.push(entry);
  }
  if (rest.length > 0) place(entry, rest, value);
}

export function isFieldWithin(path: string, other: string): boolean {
  return path.length > other.length && path.startsWith(other) && path[other.length] === APART;
}

/** The path as people write it: `spec.resourcePolicy.containerPolicies[app].mode`. */
export function fieldPathText(text: string): string {
  const [first = '', ...rest] = text.split(APART);
  let isEntry = first === KEYED_LIST;
  return rest.reduce((path, key) => {
    const inBrackets = isEntry || /[./]/.test(key);
    isEntry = key === KEYED_LIST;
    return inBrackets ? `${path}[${key}]` : `${path}.${key}`;
  }, first);
}
