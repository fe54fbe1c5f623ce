import { randomInt, randomUUID } from 'node:crypto';
import { badRequest, invalid } from '@/sandbox/api/api-error';
import { qosClassOf } from '@/sandbox/api/defaults/qos';
import { cloneJson, type JsonObject } from '@/sandbox/api/json';
import { groupVersionOf, isPod, type Kind } from '@/sandbox/api/kinds/kind';
import { validateMetadata } from '@/sandbox/api/validation/metadata';
import { sameQuantity } from '@/sandbox/api/validation/quantities';
import { toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject, ObjectMeta } from '@/server/objects/types';

/**
 * The letters of generated names: no vowels, so that no words appear, and no similar letters (apimachinery v0.37,
 * pkg/util/rand, rand.go).
 */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_BASE_LENGTH = 58;

/** `prefix` and five random characters, 63 characters at most (apiserver v0.37, pkg/storage/names, generate.go). */
function generateName(prefix: string): string {
  let suffix = '';
  for (let index = 0; index < SUFFIX_LENGTH; index++) suffix += ALPHABET[randomInt(ALPHABET.length)];
  return prefix.slice(0, MAX_BASE_LENGTH) + suffix;
}

/** A private copy of `object` as it enters admission: with identity and defaults, without status. */
export function prepareNew(kind: Kind, object: KubeObject, nowMs: number): KubeObject {
  const { metadata, kind: _kind, apiVersion: _version, ...rest } = cloneJson(object);
  const draft: KubeObject & JsonObject = {
    kind: kind.kind,
    apiVersion: groupVersionOf(kind),
    metadata: freshMetadata(kind, metadata, nowMs),
    ...rest,
  };
  if (kind.status) startStatus(kind, draft);
  complete(kind, draft);
  return draft;
}

/** Sets defaults again, as after a webhook's change. */
export function complete(kind: Kind, draft: KubeObject): void {
  kind.prune?.(draft as KubeObject & JsonObject);
  kind.complete?.(draft as KubeObject & JsonObject, { creating: true });
}

function freshMetadata(kind: Kind, given: ObjectMeta | undefined, nowMs: number): ObjectMeta {
  const {
    name,
    generateName: prefix,
    namespace,
    labels,
    annotations,
    ownerReferences,
    finalizers,
    managedFields,
  } = given ?? { name: '' };
  if (given?.resourceVersion) throw badRequest('resourceVersion should not be set on objects to be created');
  return {
    name: name ?? '',
    ...(prefix ? { generateName: prefix } : {}),
    ...(kind.namespaced && namespace ? { namespace } : {}),
    uid: randomUUID(),
    resourceVersion: '',
    ...(kind.generation ? { generation: 1 } : {}),
    creationTimestamp: toKubeTime(nowMs),
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(ownerReferences?.length ? { ownerReferences } : {}),
    ...(finalizers?.length ? { finalizers } : {}),
    ...(managedFields ? { managedFields } : {}),
  };
}

/** Controllers write the status: what a client sends with a new object is dropped. */
function startStatus(kind: Kind, draft: KubeObject & JsonObject): void {
  if (kind.custom || !isNodeLike(kind)) delete draft.status;
  if (isPod(kind)) draft.status = { phase: 'Pending' };
}

/** Nodes register themselves with their capacity in the same request. */
function isNodeLike(kind: Kind): boolean {
  return kind.group === '' && kind.plural === 'nodes';
}

/** Gives an object with only a generateName its name. */
export function nameFrom(draft: KubeObject): void {
  const { metadata } = draft;
  if (!metadata.name && metadata.generateName) metadata.name = generateName(metadata.generateName);
}

/** @throws ApiError 422 naming every field at fault */
export function validateNew(kind: Kind, draft: KubeObject): void {
  const object = draft as KubeObject & JsonObject;
  if (isPod(kind)) {
    const status = object.status as JsonObject;
    status.qosClass = qosClassOf(object.spec as JsonObject, sameQuantity);
  }
  const faults = [...validateMetadata(kind, draft), ...(kind.validate?.(object) ?? [])];
  if (faults.length > 0) throw invalid(kind, draft.metadata.name, faults);
}
