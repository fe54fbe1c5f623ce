import { badRequest, gone } from '@/sandbox/api/api-error';
import type { KubeObject } from '@/server/objects/types';

export interface ListPage {
  items: KubeObject[];
  continueToken?: string;
  remaining?: number;
  revision: number;
}

interface Token {
  revision: number;
  /** The list continues at the first object at or after this key. */
  start: string;
}

/**
 * The page of `objects` (in list order) for a query with `limit` and `continue`. A page of a filtered list
 * may be followed by an empty one, since further matches are unknown until searched for.
 * @throws ApiError 400 for an invalid token, 410 for one from before `oldestRevision`
 */
export function pageOfObjects(
  objects: KubeObject[],
  query: URLSearchParams,
  namespaced: boolean,
  revision: number,
  oldestRevision: number,
  filter: ((object: KubeObject) => boolean) | undefined,
): ListPage {
  const limit = limitOf(query);
  const text = query.get('continue');
  const token = text ? decode(text) : undefined;
  if (token && token.revision < oldestRevision) {
    throw gone(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.',
    );
  }
  const from = token ? firstNotBefore(objects, token.start, namespaced) : 0;
  const listed = token?.revision ?? revision;
  const items: KubeObject[] = [];
  for (let index = from; index < objects.length; index++) {
    const object = objects[index];
    if (!object || (filter && !filter(object))) continue;
    items.push(object);
    if (items.length !== limit || index === objects.length - 1) continue;
    return {
      items,
      revision: listed,
      continueToken: encode({ revision: listed, start: `${keyIn(object, namespaced)}\u0000` }),
      ...(filter ? {} : { remaining: objects.length - index - 1 }),
    };
  }
  return { items, revision: listed };
}

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit');
  if (!text) return 0;
  const limit = Number(text);
  if (!Number.isInteger(limit)) throw badRequest(`strconv.ParseInt: parsing "${text}": invalid syntax`);
  return Math.max(0, limit);
}

function keyIn(object: KubeObject, namespaced: boolean): string {
  return namespaced ? object.metadata.name : `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
}

function firstNotBefore(objects: KubeObject[], start: string, namespaced: boolean): number {
  const index = objects.findIndex((object) => compareKeys(keyIn(object, namespaced), start) >= 0);
  return index < 0 ? objects.length : index;
}

/** Orders by namespace, then name, as lists are; plain comparison would sort "/" between letters. */
function compareKeys(a: string, b: string): number {
  const [left, right] = [a.replace('/', '\u0001'), b.replace('/', '\u0001')];
  return left < right ? -1 : left > right ? 1 : 0;
}

function encode(token: Token): string {
  const json = JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.start });
  return Buffer.from(json).toString('base64url');
}

function decode(text: string): Token {
  try {
    const { rv, start } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as {
      rv?: unknown;
      start?: unknown;
    };
    if (typeof rv === 'number' && typeof start === 'string') return { revision: rv, start };
  } catch {
    // Falls through to the refusal below: whatever it was, it is no token.
  }
  throw badRequest('continue key is not valid');
}
