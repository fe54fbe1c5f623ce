import { isJsonObject, type JsonObject } from '../../objects/json-object';
import { readParameters } from './parameter-text';

/** Changes of parameters by path, with values as people write them; null removes one. */
export type ParameterChanges = Readonly<Record<string, string | null>>;

/**
 * The text of parameters after the changes, in the form it was written in: keys, order, remarks and everything
 * that does not change stay. Undefined if nothing is left of it.
 * @throws ParameterTextError if the text cannot be read, which nothing should overwrite
 */
export function editedParameters(text: string | undefined, changes: ParameterChanges): string | undefined {
  const former = text ?? '';
  readParameters(former);
  const edited = former.trim().startsWith('{') ? editedJson(former, changes) : editedLines(former, changes);
  return edited === '' || edited === '{}' ? undefined : edited;
}

function editedLines(text: string, changes: ParameterChanges): string {
  const open = new Map(Object.entries(changes));
  const kept: string[] = [];
  // From the end, since of two lines for one parameter the later one counts.
  for (const line of text === '' ? [] : text.split('\n').reverse()) {
    const [, indent = '', key] = /^(\s*)([\w.]+)\s*:/.exec(line) ?? [];
    const path = key?.replace(/Ms$/, '');
    if (path === undefined || !Object.hasOwn(changes, path)) {
      kept.push(line);
      continue;
    }
    const value = open.get(path);
    open.delete(path);
    if (typeof value === 'string') kept.push(`${indent}${path}: ${value}${/\s+#.*$/.exec(line)?.[0] ?? ''}`);
  }
  const lines = kept.reverse();
  const added = [...open].flatMap(([path, value]) => (value === null ? [] : [`${path}: ${value}`]));
  const isEnded = lines.at(-1) === '' && lines.length > 1;
  if (isEnded) lines.pop();
  const all = [...lines.filter((line, index) => line !== '' || index > 0 || added.length === 0), ...added];
  return all.join('\n') + (isEnded && all.length > 0 ? '\n' : '');
}

function editedJson(text: string, changes: ParameterChanges): string {
  const all = JSON.parse(text) as JsonObject;
  for (const [path, value] of Object.entries(changes)) {
    const found = placesOf(all, path.split('.'));
    const last = found.at(-1);
    for (const { group, key } of value === null ? found : found.slice(0, -1)) delete group[key];
    if (value === null) continue;
    if (last) replaceKey(last, jsonValue(value));
    else put(all, path.split('.'), jsonValue(value));
  }
  dropEmptyGroups(all, changes);
  return printed(all, text);
}

interface Place {
  readonly group: JsonObject;
  readonly key: string;
  /** The key without a unit. */
  readonly name: string;
}

/** Where a parameter is written: with groups, with dots, or with both. */
function placesOf(group: JsonObject, path: readonly string[]): Place[] {
  return Object.keys(group).flatMap((key) => {
    const parts = key.replace(/Ms$/, '').split('.');
    if (!parts.every((part, index) => part === path[index])) return [];
    if (parts.length === path.length) return [{ group, key, name: parts.join('.') }];
    const inner = group[key];
    return isJsonObject(inner) ? placesOf(inner, path.slice(parts.length)) : [];
  });
}

/** Sets a value at its place among the other keys; the new one needs no unit in its key. */
function replaceKey({ group, key, name }: Place, value: unknown): void {
  const entries = Object.entries(group);
  for (const [former] of entries) delete group[former];
  for (const [former, own] of entries)
    if (former === key) group[name] = value;
    else group[former] = own;
}

function put(group: JsonObject, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    group[key] = value;
    return;
  }
  const inner = Object.hasOwn(group, key) ? group[key] : undefined;
  const own = isJsonObject(inner) ? inner : {};
  group[key] = own;
  put(own, rest, value);
}

function dropEmptyGroups(all: JsonObject, changes: ParameterChanges): void {
  const removed = Object.keys(changes).filter((path) => changes[path] === null);
  const groups = new Set(removed.map((path) => path.split('.')[0] ?? ''));
  for (const key of groups) {
    const group = all[key];
    if (isJsonObject(group) && Object.keys(group).length === 0) delete all[key];
  }
}

/** Numbers, switches and lists as JSON has them; a time stays text. */
function jsonValue(text: string): unknown {
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list !== undefined) return list.split(',').map((one) => jsonValue(one.trim()));
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** In as many lines, and indented, as it was. */
function printed(all: JsonObject, former: string): string {
  const indent = /\n([ \t]+)\S/.exec(former)?.[1];
  if (indent !== undefined) return JSON.stringify(all, null, indent) + (former.endsWith('\n') ? '\n' : '');
  if (Object.keys(all).length === 0) return '{}';
  if (!/":\s/.test(former)) return JSON.stringify(all);
  return JSON.stringify(all, null, 1)
    .replaceAll(/([{[])\n\s*|\n\s*([}\]])/g, '$1$2')
    .replaceAll(/\n\s*/g, ' ');
}
