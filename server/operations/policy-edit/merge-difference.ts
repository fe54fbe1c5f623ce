import { isDeepStrictEqual } from 'node:util';
import { isRecord, type JsonRecord } from '../../objects/json-record';

/**
 * The JSON merge patch (RFC 7386) that makes `after` of `before`: what differs, lists as a whole, null for what goes.
 * Empty if nothing differs.
 */
export function mergeDifference(before: JsonRecord, after: JsonRecord): JsonRecord {
  const patch: JsonRecord = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) patch[key] = null;
    else patch[key] = isRecord(was) && isRecord(is) ? mergeDifference(was, is) : is;
  }
  return patch;
}
