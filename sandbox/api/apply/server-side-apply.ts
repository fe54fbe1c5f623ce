import { ApiError } from '@/sandbox/api/api-error';
import {
  appliedFields,
  type FieldSet,
  hasPath,
  itemElement,
  type ListKeys,
  leavesOf,
  pathText,
} from '@/sandbox/api/apply/field-set';
import { type ManagedFields, managedFieldsOf, withOwner } from '@/sandbox/api/apply/managed-fields';
import { removeAt, valueAt } from '@/sandbox/api/apply/navigate';
import { cloneJson, equalJson, isJsonObject } from '@/sandbox/api/json';

interface Applier {
  manager: string;
  apiVersion: string;
  force: boolean;
  subresource?: string;
}

interface Managed {
  metadata?: unknown;
  [field: string]: unknown;
}

/**
 * `live` after `applier` declares `applied`: its fields are set, fields it set before and nobody else owns
 * are removed, ownership is recorded.
 * @throws ApiError 409 if another manager owns a field with another value, unless forced
 */
export function serverSideApply<T extends Managed>(
  live: T,
  applied: Managed,
  applier: Applier,
  listKeys: ListKeys,
  nowMs: number,
): T {
  const metadata = isJsonObject(live.metadata) ? live.metadata : {};
  const entries = managedFieldsOf(Array.isArray(metadata.managedFields) ? metadata.managedFields : []);
  const owner = {
    manager: applier.manager,
    operation: 'Apply' as const,
    apiVersion: applier.apiVersion,
    ...(applier.subresource ? { subresource: applier.subresource } : {}),
  };
  const isOwner = (entry: ManagedFields) =>
    entry.manager === owner.manager &&
    entry.operation === 'Apply' &&
    entry.subresource === applier.subresource;
  const wanted = appliedFields(applied, listKeys);
  const changed = leavesOf(wanted).filter((path) => wouldChange(live, applied, path));
  const others = entries.filter((entry) => !isOwner(entry));
  if (!applier.force) refuseConflicts(others, changed);

  const next = cloneJson(live);
  merge(next, applied, [], listKeys);
  const former: FieldSet = entries.find(isOwner)?.fieldsV1 ?? {};
  for (const path of leavesOf(former)) {
    if (!hasPath(wanted, path) && !others.some((entry) => hasPath(entry.fieldsV1, path)))
      removeAt(next, path);
  }
  const managedFields = withOwner(entries, owner, wanted, applier.force ? changed : [], nowMs);
  return { ...next, metadata: { ...(isJsonObject(next.metadata) ? next.metadata : {}), managedFields } };
}

/** Whether the merge sets another value at a leaf; an empty record is merged and sets none. */
function wouldChange(live: unknown, applied: unknown, path: string[]): boolean {
  if (path.at(-1) === '.') return false;
  const [present, wanted] = [valueAt(live, path), valueAt(applied, path)];
  const isMerged = isJsonObject(present) && isJsonObject(wanted) && Object.keys(wanted).length === 0;
  return !isMerged && !equalJson(present, wanted);
}

function refuseConflicts(others: ManagedFields[], changed: string[][]): void {
  const conflicts = others.flatMap((entry) =>
    changed
      .filter((path) => hasPath(entry.fieldsV1, path))
      .map((path) => ({ who: `"${entry.manager}" using ${entry.apiVersion}`, field: pathText(path) })),
  );
  if (conflicts.length === 0) return;
  const noun = conflicts.length === 1 ? 'conflict' : 'conflicts';
  const managers = [...new Set(conflicts.map(({ who }) => who))];
  const lines = managers.map((who) => {
    const fields = conflicts.filter((each) => each.who === who).map(({ field }) => field);
    return fields.length === 1
      ? `conflict with ${who}: ${fields[0]}`
      : `conflicts with ${who}:\n- ${fields.join('\n- ')}`;
  });
  throw new ApiError(409, 'Conflict', `Apply failed with ${conflicts.length} ${noun}: ${lines.join('\n')}`, {
    causes: conflicts.map(({ who, field }) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${who}`,
      field,
    })),
  });
}

/** Writes the values of `applied` into `target`, in place; keyed lists merge by their keys. */
function merge(target: Managed, applied: Managed, path: string[], listKeys: ListKeys): void {
  for (const [key, value] of Object.entries(applied)) {
    const at = [...path, key];
    const present = target[key];
    if (isJsonObject(value) && isJsonObject(present)) merge(present, value, at, listKeys);
    else if (Array.isArray(value) && Array.isArray(present))
      target[key] = mergeLists(present, value, at, listKeys);
    else target[key] = cloneJson(value);
  }
}

function mergeLists(present: unknown[], applied: unknown[], path: string[], listKeys: ListKeys): unknown[] {
  const keys = listKeys(path, applied);
  if (!keys) return cloneJson(applied);
  const merged = [...present];
  for (const item of applied) {
    if (!isJsonObject(item)) continue;
    const element = itemElement(item, keys);
    const match = merged.find((each) => isJsonObject(each) && itemElement(each, keys) === element);
    if (isJsonObject(match)) merge(match, item, [...path, '*'], listKeys);
    else merged.push(cloneJson(item));
  }
  return merged;
}
