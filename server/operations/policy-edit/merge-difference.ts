import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../objects/json-object';

/**
 * The JSON merge patch (RFC 7386) that makes `after` of `before`: what differs, lists as a whole, null for what goes.
 * Empty if nothing differs.
 */
export function mergeDifference(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) patch[key] = null;
    else patch[key] = isJsonObject(was) && isJsonObject(is) ? mergeDifference(was, is) : is;
  }
  return patch;
}
