import { ApiError, badRequest, noSuchResource } from '@/sandbox/api/api-error';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { patchValue } from '@/sandbox/api/http/patch-object';
import { decodeObject, readBody } from '@/sandbox/api/http/read-body';
import { requireObject } from '@/sandbox/api/http/read-handler';
import { sendJson } from '@/sandbox/api/http/respond';
import { writeOptions } from '@/sandbox/api/http/write-options';
import { cloneJson, isJsonObject } from '@/sandbox/api/json';
import { scaleSubresource, setReplicas } from '@/sandbox/api/scale';

/** GET, PUT and PATCH of the scale of a workload. @throws ApiError 404 for kinds without one */
export async function handleScale(context: ServerContext, call: ResourceCall): Promise<void> {
  const paths = call.kind.scale;
  if (!paths) throw noSuchResource();
  const owner = requireObject(context, call);
  if (call.info.verb === 'get') {
    sendJson(call, 200, scaleSubresource(owner, paths));
    return;
  }
  const body = await readBody(call.request);
  const given =
    call.info.verb === 'patch'
      ? patchValue(scaleSubresource(owner, paths), body, true)
      : decodeObject(body, 'Scale');
  const next = cloneJson(owner);
  setReplicas(next, paths, replicasOf(given, owner.metadata.name));
  if (
    isJsonObject(given) &&
    isJsonObject(given.metadata) &&
    typeof given.metadata.resourceVersion === 'string'
  ) {
    next.metadata.resourceVersion = given.metadata.resourceVersion;
  }
  const updated = await context.registry.updateThroughWebhooks(call.kind, next, writeOptions(call));
  sendJson(call, 200, scaleSubresource(updated, paths));
}

function replicasOf(scale: unknown, name: string): number {
  if (!isJsonObject(scale)) throw badRequest('the body is no Scale');
  const replicas = isJsonObject(scale.spec) ? (scale.spec.replicas ?? 0) : 0;
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
