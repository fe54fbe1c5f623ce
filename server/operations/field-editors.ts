import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../objects/json-object';
import type { FieldManager } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';

const PARTS = ['f:spec', 'f:metadata'];

/**
 * Who changed what decides of a VPA, as far as the API server notes it: the managers that own a field of its spec, or
 * an annotation of ours, whose value is another now. Their times are whole seconds, so they do not tell apart what a
 * manager changed twice in one. Who takes a field away owns nothing of it, and is noted nowhere. Of a new object, all.
 */
export function editorsSince(
  former: VerticalPodAutoscaler | undefined,
  vpa: VerticalPodAutoscaler,
): readonly FieldManager[] {
  const managers = vpa.metadata.managedFields ?? [];
  if (!former) return managers;
  return managers.filter(({ fieldsV1 = {} }) =>
    PARTS.some((part) => ownsChange(fieldsV1[part], partOf(former, part), partOf(vpa, part))),
  );
}

/** `fields` is a part of `fieldsV1`. Who owns an item of a list counts as an owner of the list. */
function ownsChange(fields: unknown, former: unknown, now: unknown): boolean {
  if (!isJsonObject(fields)) return false;
  const names = Object.keys(fields);
  const within = names.filter((name) => name !== '.');
  const isWhole = names.length === 0 || within.some((name) => !name.startsWith('f:'));
  if (isWhole) return now !== undefined && !isDeepStrictEqual(former, now);
  return within.some((name) => ownsChange(fields[name], partOf(former, name), partOf(now, name)));
}

function partOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name.slice('f:'.length)] : undefined;
}
