import { ApiError, badRequest } from '@/sandbox/api/api-error';
import type { ResourceCall } from '@/sandbox/api/http/context';
import { asKind } from '@/sandbox/api/http/decode-object';
import { type Body, decodeYaml, unsupportedMediaType } from '@/sandbox/api/http/read-body';
import { inVersion } from '@/sandbox/api/http/respond';
import { cloneJson } from '@/sandbox/api/json';
import { applyJsonPatch, JsonPatchError, refuseUnescapedTests } from '@/sandbox/api/patch/json-patch';
import { strategicMergePatch } from '@/sandbox/api/patch/strategic';
import { mergePatch } from '@/server/objects/merge-patch';
import type { KubeObject } from '@/server/objects/types';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** `current` after the patch in `body`. @throws ApiError 400, 415 or 422 */
export function applyPatch(call: ResourceCall, current: KubeObject, body: Body): KubeObject {
  const versioned: unknown = JSON.parse(inVersion(call.kind, call.info.version, current));
  const patched = patchValue(versioned, body, !call.kind.custom);
  const object = asKind(call, patched, body.text);
  if (object.metadata.name !== current.metadata.name) {
    throw badRequest(
      `the name of the object (${object.metadata.name ?? ''}) does not match the name on the URL (${current.metadata.name})`,
    );
  }
  return object;
}

/** Patches any JSON value by the media type of the body. @throws ApiError 400, 415 or 422 */
export function patchValue(value: unknown, body: Body, strategic: boolean): unknown {
  switch (body.mediaType) {
    case JSON_PATCH:
      return jsonPatched(value, decodePatch(body), body.text);
    case MERGE_PATCH:
      return mergePatch(value, decodePatch(body));
    case STRATEGIC_PATCH:
      if (strategic) return strategicMergePatch(value, decodePatch(body));
      break;
  }
  throw unsupportedMediaType([JSON_PATCH, MERGE_PATCH, ...(strategic ? [STRATEGIC_PATCH] : []), APPLY_PATCH]);
}

function jsonPatched(value: unknown, patch: unknown, text: string): unknown {
  try {
    refuseUnescapedTests(patch, text);
    return applyJsonPatch(cloneJson(value), patch);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    throw new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
  }
}

/** Patches may be YAML, which includes JSON. */
function decodePatch(body: Body): unknown {
  try {
    return JSON.parse(body.text);
  } catch {
    const value = decodeYaml(body.text);
    if (typeof value === 'object' && value !== null) return value;
    throw badRequest(`error decoding patch: ${body.text.slice(0, 100)} is no patch`);
  }
}
