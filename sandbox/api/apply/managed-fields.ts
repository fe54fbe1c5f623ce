import {
  type FieldSet,
  fromPaths,
  hasPath,
  isLeaf,
  leavesOf,
  withoutPaths,
} from '@/sandbox/api/apply/field-set';
import { equalJson, isJsonObject } from '@/sandbox/api/json';
import { toKubeTime } from '@/server/lib/time/clock';

/** Which manager owns which fields, through which operation. */
export interface ManagedFields {
  manager: string;
  operation: 'Apply' | 'Update';
  apiVersion: string;
  time?: string;
  fieldsType: 'FieldsV1';
  fieldsV1: FieldSet;
  subresource?: string;
}

export function managedFieldsOf(entries: unknown[] | undefined): ManagedFields[] {
  return (entries ?? []).filter(isJsonObject).map((entry) => entry as unknown as ManagedFields);
}

/** Gives `manager` exactly the fields in `set`, and removes `taken` from all others. */
export function withOwner(
  entries: ManagedFields[],
  owner: Pick<ManagedFields, 'manager' | 'operation' | 'apiVersion' | 'subresource'>,
  set: FieldSet,
  taken: string[][],
  nowMs: number,
): ManagedFields[] {
  const isOwner = (entry: ManagedFields) =>
    entry.manager === owner.manager &&
    entry.operation === owner.operation &&
    entry.subresource === owner.subresource;
  const former = entries.find(isOwner);
  const others = entries
    .filter((entry) => !isOwner(entry))
    .map((entry) => ({ ...entry, fieldsV1: withoutPaths(entry.fieldsV1, taken) }))
    .filter((entry) => !isLeaf(entry.fieldsV1));
  if (isLeaf(set)) return others;
  const unchanged = former && equalJson(former.fieldsV1, set);
  const entry: ManagedFields = {
    ...owner,
    time: unchanged ? former.time : toKubeTime(nowMs),
    fieldsType: 'FieldsV1',
    fieldsV1: set,
  };
  return [...others, entry];
}

/** The fields a manager already owns, and those at `paths`. */
export function extended(set: FieldSet, paths: string[][]): FieldSet {
  return fromPaths([...leavesOf(set), ...paths.filter((path) => !hasPath(set, path))]);
}
