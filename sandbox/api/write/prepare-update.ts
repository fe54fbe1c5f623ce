import { badRequest, conflict, invalid, modifiedMeanwhile } from '@/sandbox/api/api-error';
import { equalJson, type JsonObject } from '@/sandbox/api/json';
import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';
import type { Subresource } from '@/sandbox/api/registry';
import { validateMetadata } from '@/sandbox/api/validation/metadata';
import { keepOnlyResources, validateResize } from '@/sandbox/api/write/resize';
import type { KubeObject, ObjectMeta } from '@/server/objects/types';

/** Fields besides metadata and status whose change raises the generation. */
const NOT_SPEC = new Set(['kind', 'apiVersion', 'metadata', 'status']);

/**
 * `old` after `draft` is written over it through `subresource`: identity kept, fields outside the subresource
 * kept, defaults set, generation counted. Returns `old` itself if nothing changes.
 * @throws ApiError 409 for a stale resourceVersion or another uid, 422 for an invalid object
 */
export function prepareUpdate(
  kind: Kind,
  old: KubeObject,
  draft: KubeObject,
  subresource: Subresource | undefined,
): KubeObject {
  checkPreconditions(kind, old, draft);
  const next =
    subresource === 'resize'
      ? keepOnlyResources(old as KubeObject & JsonObject, draft as KubeObject & JsonObject)
      : merge(kind, old as KubeObject & JsonObject, draft as KubeObject & JsonObject, subresource);
  if (subresource === undefined || subresource === 'resize') {
    kind.prune?.(next);
    kind.complete?.(next, { creating: false });
  } else if (subresource === 'status') {
    kind.prune?.(next);
  }
  if (kind.generation && specChanged(next, old as KubeObject & JsonObject)) {
    next.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  if (equalJson(next, old)) return old;
  const faults = [...validateMetadata(kind, next), ...(kind.validate?.(next) ?? [])];
  if (subresource === undefined) {
    faults.push(...(kind.validateUpdate?.(next, old as KubeObject & JsonObject) ?? []));
  }
  if (subresource === 'resize') faults.push(...validateResize(next, old as KubeObject & JsonObject));
  if (faults.length > 0) throw invalid(kind, old.metadata.name, faults);
  return next;
}

function checkPreconditions(kind: Kind, old: KubeObject, draft: KubeObject): void {
  const { name, uid, resourceVersion } = draft.metadata;
  if (name !== old.metadata.name)
    throw badRequest(
      `the name of the object (${name}) does not match the name on the URL (${old.metadata.name})`,
    );
  if (uid && uid !== old.metadata.uid) {
    throw conflict(
      kind,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`,
    );
  }
  if (resourceVersion && resourceVersion !== old.metadata.resourceVersion)
    throw modifiedMeanwhile(kind, name);
}

function merge(
  kind: Kind,
  old: KubeObject & JsonObject,
  draft: KubeObject & JsonObject,
  subresource: Subresource | undefined,
): KubeObject & JsonObject {
  const head = { kind: kind.kind, apiVersion: groupVersionOf(kind) };
  if (subresource === 'status') {
    const metadata = kind.custom ? old.metadata : keepIdentity(old.metadata, draft.metadata);
    return { ...old, ...head, metadata: { ...metadata }, ...pick(draft, 'status') };
  }
  const { kind: _kind, apiVersion: _version, metadata: given, status: _status, ...rest } = draft;
  const metadata = keepIdentity(old.metadata, given);
  const status = kind.status && subresource !== 'binding' ? pick(old, 'status') : pick(draft, 'status');
  return { ...head, metadata, ...rest, ...status };
}

function pick(object: JsonObject, key: string): JsonObject {
  return object[key] === undefined ? {} : { [key]: object[key] };
}

/** The metadata a client may change, over what only the server sets. */
function keepIdentity(old: ObjectMeta, given: ObjectMeta): ObjectMeta {
  const { labels, annotations, ownerReferences } = given;
  const managedFields = given.managedFields ?? old.managedFields;
  const finalizers = given.finalizers?.length ? given.finalizers : undefined;
  const {
    labels: _1,
    annotations: _2,
    ownerReferences: _3,
    finalizers: _4,
    managedFields: _5,
    ...identity
  } = old;
  return {
    ...identity,
    ...(labels && Object.keys(labels).length > 0 ? { labels } : {}),
    ...(annotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(ownerReferences?.length ? { ownerReferences } : {}),
    ...(finalizers ? { finalizers } : {}),
    ...(managedFields?.length ? { managedFields } : {}),
  };
}

function specChanged(next: JsonObject, old: JsonObject): boolean {
  for (const key of new Set([...Object.keys(next), ...Object.keys(old)])) {
    if (!NOT_SPEC.has(key) && !equalJson(next[key], old[key])) return true;
  }
  return false;
}
