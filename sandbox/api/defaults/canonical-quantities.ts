import { badRequest } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '@/sandbox/api/json';
import { formatQuantity, isQuantity, parseQuantity } from '@/server/objects/quantity';

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
    amounts[name] = formatQuantity(parseQuantity(amount));
  }
}
