import { appliedFields, leavesOf } from '@/sandbox/api/apply/field-set';
import { listKeysOf } from '@/sandbox/api/apply/list-keys';
import { extended, managedFieldsOf, withOwner } from '@/sandbox/api/apply/managed-fields';
import { valueAt } from '@/sandbox/api/apply/navigate';
import { equalJson } from '@/sandbox/api/json';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

/**
 * Records, on an object with managed fields, that `manager` changed some of them by a plain update, and when. Objects
 * that were never applied have none, except pods that were resized.
 */
export function trackUpdate(
  kind: Kind,
  old: KubeObject,
  next: KubeObject,
  owner: { manager: string; apiVersion: string; subresource?: string },
  nowMs: number,
): void {
  if (!old.metadata.managedFields?.length && owner.subresource !== 'resize') return;
  const entries = managedFieldsOf(old.metadata.managedFields);
  const isOwner = (entry: (typeof entries)[number]) =>
    entry.manager === owner.manager &&
    entry.operation === 'Update' &&
    entry.subresource === owner.subresource;
  const changed = leavesOf(appliedFields(next, listKeysOf(kind))).filter(
    (path) => !equalJson(valueAt(next, path), valueAt(old, path)),
  );
  if (changed.length === 0) return;
  const updater = { ...owner, operation: 'Update' as const };
  const former = entries.find(isOwner)?.fieldsV1 ?? {};
  const tracked = withOwner(entries, updater, extended(former, changed), changed, nowMs);
  // The time is that of the last change of a value, not of the set of fields.
  next.metadata.managedFields = tracked.map((entry) =>
    isOwner(entry) ? { ...entry, time: toKubeTime(nowMs) } : entry,
  );
}
