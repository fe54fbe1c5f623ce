import type { KubeObject } from '@/server/kube/types';
import { ApiError, badRequest } from '../api-error';
import { appliedFields } from '../apply/field-set';
import { listKeysOf } from '../apply/list-keys';
import { type ManagedFields, withOwner } from '../apply/managed-fields';
import { refuseTwins } from '../apply/refuse-twins';
import { serverSideApply } from '../apply/server-side-apply';
import { isRecord } from '../json';
import { groupVersionOf } from '../kinds/kind';
import type { Subresource } from '../registry';
import type { ResourceCall, ServerContext } from './context';
import { asKind } from './decode-object';
import { warnOfUnknownFields } from './field-validation';
import { type Body, decodeYaml } from './read-body';
import { isTrue } from './request-info';
import { sendObject } from './respond';
import { writeOptions } from './write-options';

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
  if (!isRecord(next.metadata)) throw badRequest('metadata must be an object');
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
