import type { KubeObject } from '@/server/kube/types';
import { equalJson } from '../json';
import type { Kind } from '../kinds/kind';
import { fieldsOf, leavesOf } from './field-set';
import { listKeysOf } from './list-keys';
import { extended, managedFieldsOf, withOwner } from './managed-fields';
import { valueAt } from './navigate';

/**
 * Records, on an object with managed fields, that `manager` changed some of them by a plain update. Objects
 * that were never applied have none.
 */
export function trackUpdate(
  kind: Kind,
  old: KubeObject,
  next: KubeObject,
  owner: { manager: string; apiVersion: string; subresource?: string },
  nowMs: number,
): void {
  if (!old.metadata.managedFields?.length) return;
  const entries = managedFieldsOf(old.metadata.managedFields);
  const changed = leavesOf(fieldsOf(next, listKeysOf(kind))).filter(
    (path) => !equalJson(valueAt(next, path), valueAt(old, path)),
  );
  if (changed.length === 0) return;
  const updater = { ...owner, operation: 'Update' as const };
  const former = entries.find(
    (entry) =>
      entry.manager === owner.manager &&
      entry.operation === 'Update' &&
      entry.subresource === owner.subresource,
  );
  next.metadata.managedFields = withOwner(
    entries,
    updater,
    extended(former?.fieldsV1 ?? {}, changed),
    changed,
    nowMs,
  );
}
