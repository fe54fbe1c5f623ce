import type { KubeObject, LabelSelector } from '@/server/kube/types';
import { formatSelector, selectorFrom } from '@/server/model/selector';
import { ApiError, badRequest, noSuchResource } from '../api-error';
import { cloneJson, isRecord, type JsonRecord } from '../json';
import type { ScalePaths } from '../kinds/kind';
import type { ResourceCall, ServerContext } from './context';
import { patchValue } from './patch-object';
import { decodeObject, readBody } from './read-body';
import { requireObject } from './read-handler';
import { sendJson } from './respond';
import { writeOptions } from './write-options';

/** GET, PUT and PATCH of the scale of a workload. @throws ApiError 404 for kinds without one */
export async function handleScale(context: ServerContext, call: ResourceCall): Promise<void> {
  const paths = call.kind.scale;
  if (!paths) throw noSuchResource();
  const owner = requireObject(context, call);
  if (call.info.verb === 'get') {
    sendJson(call, 200, scaleOf(owner, paths));
    return;
  }
  const body = await readBody(call.request);
  const given =
    call.info.verb === 'patch' ? patchValue(scaleOf(owner, paths), body, true) : decodeObject(body, 'Scale');
  const next = cloneJson(owner);
  writeAt(next, paths.specReplicas, replicasOf(given, owner.metadata.name));
  if (isRecord(given) && isRecord(given.metadata) && typeof given.metadata.resourceVersion === 'string') {
    next.metadata.resourceVersion = given.metadata.resourceVersion;
  }
  const updated = await context.registry.updateThroughWebhooks(call.kind, next, writeOptions(call));
  sendJson(call, 200, scaleOf(updated, paths));
}

function scaleOf(owner: KubeObject, paths: ScalePaths) {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = owner.metadata;
  const selector = paths.selector ? selectorText(readAt(owner, paths.selector)) : undefined;
  const replicas = readAt(owner, paths.specReplicas);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 || replicas === undefined ? {} : { replicas },
    status: { replicas: readAt(owner, paths.statusReplicas) ?? 0, ...(selector ? { selector } : {}) },
  };
}

function replicasOf(scale: unknown, name: string): number {
  if (!isRecord(scale)) throw badRequest('the body is no Scale');
  const replicas = isRecord(scale.spec) ? (scale.spec.replicas ?? 0) : 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas)) {
    throw badRequest(
      'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32',
    );
  }
  if (replicas >= 0) return replicas;
  const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
  throw new ApiError(422, 'Invalid', `Scale.autoscaling "${name}" is invalid: spec.replicas: ${message}`, {
    name,
    group: 'autoscaling',
    kind: 'Scale',
    causes: [{ reason: 'FieldValueInvalid', message, field: 'spec.replicas' }],
  });
}

function selectorText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  const isStructured = 'matchLabels' in value || 'matchExpressions' in value;
  return formatSelector(selectorFrom((isStructured ? value : { matchLabels: value }) as LabelSelector));
}

function readAt(object: unknown, path: string[]): unknown {
  let value = object;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return value;
}

function writeAt(object: unknown, path: string[], value: unknown): void {
  let parent = object;
  for (const key of path.slice(0, -1)) {
    if (!isRecord(parent)) return;
    if (!isRecord(parent[key])) parent[key] = {};
    parent = parent[key];
  }
  const last = path.at(-1);
  if (isRecord(parent) && last !== undefined) (parent as JsonRecord)[last] = value;
}
