import { ApiError, badRequest } from '@/sandbox/api/api-error';
import { appliedFields, leavesOf } from '@/sandbox/api/apply/field-set';
import { listKeysOf } from '@/sandbox/api/apply/list-keys';
import { extended, managedFieldsOf, withOwner } from '@/sandbox/api/apply/managed-fields';
import { valueAt } from '@/sandbox/api/apply/navigate';
import { handleApply } from '@/sandbox/api/http/apply-handler';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { decodeKind } from '@/sandbox/api/http/decode-object';
import { warnOfUnknownFields } from '@/sandbox/api/http/field-validation';
import { applyPatch } from '@/sandbox/api/http/patch-object';
import { readBody } from '@/sandbox/api/http/read-body';
import { requireObject, selectObjects } from '@/sandbox/api/http/read-handler';
import { send, sendJson, sendObject } from '@/sandbox/api/http/respond';
import { listItemJson, listJson } from '@/sandbox/api/http/serialize';
import { deleteOptions, writeOptions } from '@/sandbox/api/http/write-options';
import { equalJson } from '@/sandbox/api/json';
import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';
import type { Subresource } from '@/sandbox/api/registry';
import { toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

const MAX_ATTEMPTS = 5;

export async function handleCreate(context: ServerContext, call: ResourceCall): Promise<void> {
  const object = decodeKind(call, await readBody(call.request));
  warnOfUnknownFields(call, object);
  const created = await context.registry.create(call.resource, object, writeOptions(call));
  sendObject(call, 201, created, context.clock.now());
}

export async function handleUpdate(
  context: ServerContext,
  call: ResourceCall,
  subresource: Subresource | undefined,
): Promise<void> {
  const body = await readBody(call.request);
  const object = decodeKind(call, body);
  const name = call.info.name ?? '';
  if (object.metadata.name !== name) {
    throw badRequest(
      `the name of the object (${object.metadata.name ?? ''}) does not match the name on the URL (${name})`,
    );
  }
  warnOfUnknownFields(call, object);
  const current = context.registry.get(call.resource, call.info.namespace, name);
  if (current) trackUpdate(call.kind, current, object, updaterOf(call, subresource), context.clock.now());
  const updated = await context.registry.updateThroughWebhooks(call.kind, object, {
    ...writeOptions(call),
    ...(subresource ? { subresource } : {}),
  });
  sendObject(call, 200, updated, context.clock.now());
}

/** Patches the newest version of the object, and again if it changed meanwhile. */
export async function handlePatch(
  context: ServerContext,
  call: ResourceCall,
  subresource: Subresource | undefined,
): Promise<void> {
  const body = await readBody(call.request);
  if (body.mediaType === 'application/apply-patch+yaml') return handleApply(context, call, body, subresource);
  for (let attempt = 1; ; attempt++) {
    const current = requireObject(context, call);
    const patched = applyPatch(call, current, body);
    trackUpdate(call.kind, current, patched, updaterOf(call, subresource), context.clock.now());
    warnOfUnknownFields(call, patched);
    const pinned = patched.metadata.resourceVersion !== current.metadata.resourceVersion;
    try {
      const updated = await context.registry.updateThroughWebhooks(call.kind, patched, {
        ...writeOptions(call),
        ...(subresource ? { subresource } : {}),
      });
      sendObject(call, 200, updated, context.clock.now());
      return;
    } catch (error) {
      const raced = error instanceof ApiError && error.status === 409 && !pinned;
      if (!raced || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** The manager of an update: the named field manager, else the client program. */
function updaterOf(call: ResourceCall, subresource: Subresource | undefined) {
  const program = call.request.headers['user-agent']?.split('/')[0] || 'unknown';
  return {
    manager: call.url.searchParams.get('fieldManager') ?? program,
    apiVersion: groupVersionOf({ group: call.kind.group, version: call.info.version }),
    ...(subresource ? { subresource } : {}),
  };
}

export async function handleDelete(context: ServerContext, call: ResourceCall): Promise<void> {
  const options = deleteOptions(call, await readBody(call.request));
  const { kind, info, resource } = call;
  const { object, gone } = context.registry.remove(resource, info.namespace, info.name ?? '', options);
  if (!gone || resource === 'pods') {
    sendObject(call, 200, object, context.clock.now());
    return;
  }
  sendJson(call, 200, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      name: object.metadata.name,
      ...(kind.group ? { group: kind.group } : {}),
      kind: kind.plural,
      uid: object.metadata.uid,
    },
  });
}

export async function handleDeleteCollection(context: ServerContext, call: ResourceCall): Promise<void> {
  const options = deleteOptions(call, await readBody(call.request));
  const { kind, info, resource } = call;
  const deleted: KubeObject[] = [];
  for (const object of selectObjects(context, call)) {
    deleted.push(object);
    context.registry.remove(resource, object.metadata.namespace, object.metadata.name, options);
  }
  const metadata = { resourceVersion: String(context.registry.storage.revision) };
  send(
    call.response,
    200,
    listJson(
      kind,
      info.version,
      metadata,
      deleted.map((object) => listItemJson(kind, object)),
    ),
    call.wanted,
  );
}

/**
 * Records, on an object with managed fields, that `manager` changed some of them by a plain update, and when. Objects
 * that were never applied have none, except pods that were resized.
 */
function trackUpdate(
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
