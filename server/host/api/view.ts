import { createHash } from 'node:crypto';
import type { Person } from '../../access';
import { answer, type Entry } from './answer';

/**
 * A route handler that answers a GET with plain data, for pages that poll: with a revision (ETag), and 304
 * without a body if the page has that revision. Data must contain nothing that changes by itself, such as the
 * current time; `headers` may, and come with both answers.
 */
export function view<P extends object = Record<string, never>>(
  work: (request: Request, params: P, person: Person) => unknown | Promise<unknown>,
  { headers = () => ({}), entry }: { headers?: () => Record<string, string>; entry?: Entry<P> } = {},
) {
  return answer<P>(async (request, params, person) => {
    const body = Buffer.from(JSON.stringify((await work(request, params, person)) ?? null));
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    const common = { ...headers(), etag, 'cache-control': 'private, no-cache' };
    if (isKnown(etag, request.headers.get('if-none-match')))
      return new Response(null, { status: 304, headers: common });
    return new Response(body, { headers: { ...common, 'content-type': 'application/json' } });
  }, entry);
}

/** Whether the revisions that the page has include this one; all here are weak. */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim());
  return known.includes('*') || known.some((one) => one === etag || `W/${one}` === etag);
}
