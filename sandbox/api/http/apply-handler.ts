import { ApiError, badRequest } from '@/sandbox/api/api-error';
import { appliedFields } from '@/sandbox/api/apply/field-set';
import { listKeysOf } from '@/sandbox/api/apply/list-keys';
import { type ManagedFields, withOwner } from '@/sandbox/api/apply/managed-fields';
import { refuseTwins } from '@/sandbox/api/apply/refuse-twins';
import { serverSideApply } from '@/sandbox/api/apply/server-side-apply';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { asKind } from '@/sandbox/api/http/decode-object';
import { warnOfUnknownFields } from '@/sandbox/api/http/field-validation';
import { type Body, decodeYaml } from '@/sandbox/api/http/read-body';
import { isTrue } from '@/sandbox/api/http/request-info';
import { sendObject } from '@/sandbox/api/http/respond';
import { writeOptions } from '@/sandbox/api/http/write-options';
import { isJsonObject } from '@/sandbox/api/json';
import { groupVersionOf } from '@/sandbox/api/kinds/kind';
import type { Subresource } from '@/sandbox/api/registry';
import type { KubeObject } from '@/server/objects/types';

/** Server-side apply: creates the object or updates it to the caller's configuration. */
export async function handleApply(
  context: ServerContext,
  call: ResourceCall,
  body: Body,
  subresource: Subresource | undefined,
): Promise<void> {
  const { kind, info, resource, url } = call;
  const manager = url.searchParams.get('fieldManager');
  if (!manager) throw missingManager();
  const applied = asKind(call, decodeYaml(body.text), body.text);
  const name = info.name ?? '';
  applied.metadata.name ??= name;
  if (applied.metadata.name !== name) {
    throw badRequest(
      `the name of the object (${applied.metadata.name}) does not match the name on the URL (${name})`,
    );
  }
  if (applied.metadata.managedFields) throw badRequest('metadata.managedFields must be nil');
  warnOfUnknownFields(call, applied);
  const listKeys = listKeysOf(kind);
  refuseTwins(applied, listKeys);
  const apiVersion = groupVersionOf({ group: kind.group, version: info.version });
  const nowMs = context.clock.now();
  const live = context.registry.get(resource, info.namespace, name);
  if (!live) {
    if (subresource) throw new ApiError(404, 'NotFound', `${kind.plural} "${name}" not found`);
    const owner: Pick<ManagedFields, 'manager' | 'operation' | 'apiVersion'> = {
      manager,
      operation: 'Apply',
      apiVersion,
    };
    applied.metadata.managedFields = withOwner([], owner, appliedFields(applied, listKeys), [], nowMs);
    const created = await context.registry.create(resource, applied, writeOptions(call));
    sendObject(call, 201, created, nowMs);
    return;
  }
  const next = serverSideApply(
    live as KubeObject & Record<string, unknown>,
    { ...applied },
    {
      manager,
      apiVersion,
      force: isTrue(url.searchParams.get('force') ?? 'false'),
      ...(subresource ? { subresource } : {}),
    },
    listKeys,
    nowMs,
  );
  if (!isJsonObject(next.metadata)) throw badRequest('metadata must be an object');
  const updated = await context.registry.updateThroughWebhooks(kind, next, {
    ...writeOptions(call),
    ...(subresource ? { subresource } : {}),
  });
  sendObject(call, 200, updated, nowMs);
}

function missingManager(): ApiError {
  const message = 'Required value: is required for apply patch';
  return new ApiError(422, 'Invalid', `PatchOptions.meta.k8s.io "" is invalid: fieldManager: ${message}`, {
    group: 'meta.k8s.io',
    kind: 'PatchOptions',
    causes: [{ reason: 'FieldValueRequired', message, field: 'fieldManager' }],
  });
}
