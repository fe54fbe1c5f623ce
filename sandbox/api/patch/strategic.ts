import { equalJson, isJsonObject, type JsonObject } from '@/sandbox/api/json';

/** The merge key of lists that are merged rather than replaced. */
const MERGE_KEYS: Record<string, string | ((item: JsonObject) => string)> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  env: 'name',
  volumes: 'name',
  imagePullSecrets: 'name',
  secrets: 'name',
  webhooks: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  conditions: 'type',
  addresses: 'type',
  ownerReferences: 'uid',
  hostAliases: 'ip',
  podIPs: 'ip',
  taints: 'key',
  topologySpreadConstraints: 'topologyKey',
  ports: (item) => ('containerPort' in item ? 'containerPort' : 'port'),
};

/** Lists of plain values that are merged as sets. */
const SET_LISTS = new Set(['finalizers']);

const DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';
const ELEMENT_ORDER = '$setElementOrder/';

/** The merge key of the list `field`; undefined if the list is replaced. */
export function mergeKeyOf(field: string, items: readonly unknown[]): string | undefined {
  const key = MERGE_KEYS[field];
  if (typeof key !== 'function') return key;
  const first = items.find(isJsonObject);
  return first ? key(first) : undefined;
}

/** Strategic merge patch of a built-in kind: like a merge patch, but lists of named items merge by name. */
export function strategicMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  if (patch[DIRECTIVE] === 'replace') return withoutDirectives(patch);
  if (patch[DIRECTIVE] === 'delete') return undefined;
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  const retained = patch[RETAIN_KEYS];
  if (Array.isArray(retained)) {
    for (const key of Object.keys(merged)) if (!retained.includes(key)) delete merged[key];
  }
  for (const [key, value] of Object.entries(patch)) {
    if (key === DIRECTIVE || key === RETAIN_KEYS || key.startsWith(ELEMENT_ORDER)) continue;
    if (key.startsWith(DELETE_FROM_LIST)) removeValues(merged, key.slice(DELETE_FROM_LIST.length), value);
    else if (value === null) delete merged[key];
    else if (Array.isArray(value)) merged[key] = mergeList(key, merged[key], value);
    else merged[key] = strategicMergePatch(merged[key], value);
  }
  for (const [key, order] of Object.entries(patch)) {
    if (key.startsWith(ELEMENT_ORDER)) reorder(merged, key.slice(ELEMENT_ORDER.length), order);
  }
  return merged;
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !key.startsWith('$')));
}

function removeValues(parent: JsonObject, field: string, values: unknown): void {
  const list = parent[field];
  if (Array.isArray(list) && Array.isArray(values)) {
    parent[field] = list.filter((item) => !values.some((value) => equalJson(item, value)));
  }
}

function mergeList(field: string, target: unknown, patch: unknown[]): unknown[] {
  const present = Array.isArray(target) ? target : [];
  if (SET_LISTS.has(field)) return [...new Set([...present, ...patch])];
  const key = mergeKeyOf(field, [...patch, ...present]);
  if (key === undefined || !patch.every(isJsonObject)) return patch;
  if (patch.some((item) => item[DIRECTIVE] === 'replace' && item[key] === undefined)) {
    return patch.filter((item) => item[DIRECTIVE] === undefined);
  }
  let merged = [...present];
  for (const item of patch) {
    const index = merged.findIndex((each) => isJsonObject(each) && each[key] === item[key]);
    if (item[DIRECTIVE] === 'delete') merged = merged.filter((_each, position) => position !== index);
    else if (index < 0) merged.push(strategicMergePatch({}, item));
    else merged[index] = strategicMergePatch(merged[index], item);
  }
  return merged;
}

/** Sorts the items named in `order` among their own places; others stay. */
function reorder(parent: JsonObject, field: string, order: unknown): void {
  const list = parent[field];
  if (!Array.isArray(list) || !Array.isArray(order)) return;
  const key = mergeKeyOf(field, list);
  const identity = (item: unknown) => (key !== undefined && isJsonObject(item) ? item[key] : item);
  const wanted = order.map(identity);
  const rank = (item: unknown) => wanted.findIndex((each) => equalJson(each, identity(item)));
  const ordered = list.filter((item) => rank(item) >= 0).sort((a, b) => rank(a) - rank(b));
  parent[field] = list.map((item) => (rank(item) >= 0 ? ordered.shift() : item));
}
