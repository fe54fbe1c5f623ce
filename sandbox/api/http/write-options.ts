import { ApiError, badRequest } from '@/sandbox/api/api-error';
import type { Call } from '@/sandbox/api/http/context';
import { addWarning } from '@/sandbox/api/http/field-validation';
import { type Body, decodeObject } from '@/sandbox/api/http/read-body';
import { isJsonObject } from '@/sandbox/api/json';
import type { DeleteOptions, PropagationPolicy, WriteOptions } from '@/sandbox/api/registry';

/** The options of every write, from its query. @throws ApiError 400 */
export function writeOptions(call: Call): WriteOptions {
  return {
    user: call.user,
    ...(isDryRun(call.url.searchParams.getAll('dryRun')) ? { dryRun: true } : {}),
    onWarning: (text) => addWarning(call, text),
  };
}

function isDryRun(values: string[]): boolean {
  for (const value of values) {
    if (value !== 'All') {
      throw new ApiError(
        422,
        'Invalid',
        `CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: "${value}": supported values: "All"`,
      );
    }
  }
  return values.length > 0;
}

const POLICIES: readonly string[] = ['Background', 'Foreground', 'Orphan'];

function propagationPolicyOf(value: unknown): PropagationPolicy | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && POLICIES.includes(value)) return value as PropagationPolicy;
  throw badRequest(`invalid propagationPolicy: ${String(value)}`);
}

/** The options of a deletion, from its body and its query. @throws ApiError 400 or 415 */
export function deleteOptions(call: Call, body: Body | undefined): DeleteOptions {
  const query = call.url.searchParams;
  const given = body && body.text.trim() !== '' ? decodeObject(body, 'DeleteOptions') : {};
  const object = isJsonObject(given) ? given : {};
  const preconditions = isJsonObject(object.preconditions) ? object.preconditions : {};
  const grace = object.gracePeriodSeconds ?? query.get('gracePeriodSeconds') ?? undefined;
  const orphan =
    object.orphanDependents === true || query.get('orphanDependents') === 'true' ? 'Orphan' : undefined;
  const propagationPolicy =
    propagationPolicyOf(object.propagationPolicy ?? query.get('propagationPolicy')) ?? orphan;
  const dryRun = isDryRun([
    ...query.getAll('dryRun'),
    ...(Array.isArray(object.dryRun) ? object.dryRun.map(String) : []),
  ]);
  return {
    user: call.user,
    ...(dryRun ? { dryRun: true } : {}),
    ...(grace !== undefined && grace !== null ? { gracePeriodSeconds: wholeSeconds(grace) } : {}),
    ...(propagationPolicy ? { propagationPolicy } : {}),
    ...(typeof preconditions.uid === 'string' ? { uid: preconditions.uid } : {}),
    ...(typeof preconditions.resourceVersion === 'string'
      ? { resourceVersion: preconditions.resourceVersion }
      : {}),
  };
}

function wholeSeconds(value: unknown): number {
  const seconds = Number(value);
  if (Number.isInteger(seconds)) return seconds;
  throw badRequest(`gracePeriodSeconds must be a whole number, not ${String(value)}`);
}
