import { badRequest } from '@/sandbox/api/api-error';
import type { ResourceCall } from '@/sandbox/api/http/context';
import { type Body, decodeObject } from '@/sandbox/api/http/read-body';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';
import type { KubeObject } from '@/server/objects/types';

/** The object of `call.kind` in a body, in its stored version. @throws ApiError 400 or 415 */
export function decodeKind(call: ResourceCall, body: Body): KubeObject {
  return asKind(call, decodeObject(body, call.kind.kind), body.text);
}

/** `value` as an object of the kind and version of the URL. @throws ApiError 400 */
export function asKind(call: ResourceCall, value: unknown, text: string): KubeObject {
  const { kind, info } = call;
  if (!isJsonObject(value))
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${typeof value} into Go value of type struct`,
    );
  const expected = groupVersionOf({ group: kind.group, version: info.version });
  if (typeof value.kind !== 'string' || value.kind === '')
    throw badRequest(`Object 'Kind' is missing in '${text.slice(0, 200)}'`);
  if (value.kind !== kind.kind) throw badRequest(wrongKind(value, kind));
  if (value.apiVersion !== expected && !isServed(kind, value.apiVersion)) {
    throw badRequest(
      `the API version in the data (${String(value.apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
  const stored = fromVersion(kind, String(value.apiVersion), value);
  if (!kind.custom) refuseFlatParts(kind, stored);
  const metadata = isJsonObject(stored.metadata) ? stored.metadata : {};
  checkMetadata(kind, metadata);
  const { namespace } = info;
  if (kind.namespaced && namespace !== undefined) {
    if (metadata.namespace && metadata.namespace !== namespace) {
      throw badRequest(
        'the namespace of the provided object does not match the namespace sent on the request',
      );
    }
    metadata.namespace = namespace;
  }
  return {
    ...stored,
    kind: kind.kind,
    apiVersion: groupVersionOf(kind),
    metadata: metadata as unknown as KubeObject['metadata'],
  };
}

function wrongKind(value: JsonObject, kind: Kind): string {
  const version =
    String(value.apiVersion ?? '')
      .split('/')
      .at(-1) ?? '';
  const internal = kind.group === '' ? 'core' : (kind.group.split('.')[0] ?? '');
  if (kind.custom)
    return `the kind in the data (${String(value.kind)}) does not match the expected kind (${kind.kind})`;
  return `${String(value.kind)} in version "${version}" cannot be handled as a ${kind.kind}: converting (${version}.${String(value.kind)}) to (${internal}.${kind.kind}): unknown conversion`;
}

function isServed(kind: Kind, apiVersion: unknown): boolean {
  const versions = [kind.version, ...(kind.aliases ?? []).map((alias) => alias.version)];
  return versions.some((version) => groupVersionOf({ group: kind.group, version }) === apiVersion);
}

function fromVersion(kind: Kind, apiVersion: string, value: JsonObject): JsonObject {
  const alias = kind.aliases?.find(
    (each) => groupVersionOf({ group: kind.group, version: each.version }) === apiVersion,
  );
  return alias ? alias.from({ ...value }) : { ...value };
}

/** Spec and status of a built-in kind must be records, or the object cannot be decoded. */
function refuseFlatParts(kind: Kind, object: JsonObject): void {
  for (const field of ['spec', 'status']) {
    const value = object[field];
    if (value === null) delete object[field];
    else if (value !== undefined && !isJsonObject(value)) {
      throw badRequest(
        `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: json: cannot unmarshal ${typeName(value)} into Go struct field ${kind.kind}.${field} of type ${kind.kind}${field === 'spec' ? 'Spec' : 'Status'}`,
      );
    }
  }
}

const MAPS = ['labels', 'annotations'];
const TEXTS = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'];

/** Rejects metadata with fields of the wrong type, before anything reads them. */
function checkMetadata(kind: Kind, metadata: JsonObject): void {
  const refuse = (what: string, field: string, type: string) =>
    badRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: json: cannot unmarshal ${what} into Go struct field ObjectMeta.metadata.${field} of type ${type}`,
    );
  for (const field of TEXTS) {
    const value = metadata[field];
    if (value === null) delete metadata[field];
    else if (value !== undefined && typeof value !== 'string') throw refuse(typeName(value), field, 'string');
  }
  for (const field of MAPS) {
    const value = metadata[field];
    if (value === undefined || value === null) {
      delete metadata[field];
      continue;
    }
    if (!isJsonObject(value)) throw refuse(typeName(value), field, 'map[string]string');
    for (const each of Object.values(value))
      if (typeof each !== 'string') throw refuse(typeName(each), field, 'string');
  }
  for (const field of ['ownerReferences', 'finalizers', 'managedFields']) {
    const value = metadata[field];
    if (value === null) delete metadata[field];
    else if (value !== undefined && !Array.isArray(value)) throw refuse(typeName(value), field, 'slice');
  }
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return value !== null && typeof value === 'object' ? 'object' : typeof value;
}

/** A record of a kind that is not stored itself, such as an Eviction. @throws ApiError 400 */
export function asKindless(value: unknown, kind: string): JsonObject {
  if (!isJsonObject(value)) throw badRequest(`the body is no ${kind}`);
  if (value.kind !== undefined && value.kind !== kind) {
    throw badRequest(
      `the kind in the data (${String(value.kind)}) does not match the expected kind (${kind})`,
    );
  }
  return value;
}
