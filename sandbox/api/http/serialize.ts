import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';
import type { KubeObject } from '@/server/objects/types';

const cached = new WeakMap<KubeObject, string>();

/** The JSON of a stored object, made once per version. */
export function serialized(object: KubeObject): string {
  let json = cached.get(object);
  if (json === undefined) {
    json = JSON.stringify(object);
    cached.set(object, json);
  }
  return json;
}

/**
 * The JSON of a list. Built-in kinds omit kind and apiVersion, which begin the JSON of every stored object.
 */
export function listJson(kind: Kind, version: string, metadata: object, items: string[]): string {
  const apiVersion = groupVersionOf({ group: kind.group, version });
  const head = kind.custom
    ? `{"apiVersion":"${apiVersion}","items":[`
    : `{"kind":"${kind.listKind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`;
  const tail = kind.custom ? `],"kind":"${kind.listKind}","metadata":${JSON.stringify(metadata)}}` : ']}';
  return `${head}${items.join(',')}${tail}`;
}

export function listItemJson(kind: Kind, object: KubeObject): string {
  const json = serialized(object);
  if (kind.custom || kind.virtual) return json;
  const prefix = `{"kind":"${kind.kind}","apiVersion":"${groupVersionOf(kind)}",`;
  return json.startsWith(prefix) ? `{${json.slice(prefix.length)}` : json;
}
