import { badRequest } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '@/sandbox/api/json';
import { formatQuantity, isQuantity, parseQuantity } from '@/server/objects/quantity';

/** What is finer is rounded up (`SetDefaults_ResourceList`). */
const NANOS_OF_FINEST = 1_000_000n;
const RULE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/**
 * Rewrites the amounts of every container of a pod spec in canonical form, as decoding does.
 * @throws ApiError 400 for an invalid amount; `kindName` is the kind of the whole object
 */
export function canonicalizePodAmounts(spec: JsonObject, kindName: string, version: string): void {
  const holders = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    objectsAt(spec, list),
  );
  for (const holder of [spec, ...holders]) {
    if (!isJsonObject(holder.resources)) continue;
    for (const list of ['requests', 'limits']) {
      if (isJsonObject(holder.resources[list]))
        canonicalize(objectAt(holder.resources, list), kindName, version);
    }
  }
  if (isJsonObject(spec.overhead)) canonicalize(spec.overhead, kindName, version);
}

function canonicalize(amounts: JsonObject, kindName: string, version: string): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (!isQuantity(amount)) {
      throw badRequest(`${kindName} in version "${version}" cannot be handled as a ${kindName}: ${RULE}`);
    }
    const { nanos, format } = parseQuantity(amount);
    amounts[name] = formatQuantity({ nanos: roundedUp(nanos), format });
  }
}

function roundedUp(nanos: bigint): bigint {
  const rest = nanos % NANOS_OF_FINEST;
  return rest > 0n ? nanos - rest + NANOS_OF_FINEST : nanos - rest;
}
