import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../objects/json-object';

/** One step of a JSON patch (RFC 6902). */
export type PatchStep =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string };

/** The JSON patch that makes `after` of `before`, lists as a whole; empty if nothing differs. */
export function jsonPatch(before: JsonObject, after: JsonObject, place = ''): PatchStep[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): PatchStep[] => {
    const path = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const [was, is] = [before[key], after[key]];
    if (isDeepStrictEqual(was, is)) return [];
    if (is === undefined) return [{ op: 'remove', path }];
    if (was === undefined) return [{ op: 'add', path, value: is }];
    return isJsonObject(was) && isJsonObject(is)
      ? jsonPatch(was, is, path)
      : [{ op: 'replace', path, value: is }];
  });
}
