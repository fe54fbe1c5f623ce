import type { ApiMethod } from '../../contract/api/routes';
import { patternOf } from '../../contract/api/versioned';
import { isWellWritten } from '../../lib/http/well-written';
import { AppError, errorResponse } from '../../lib/report/errors';
import { HANDLERS, type Handlers } from './handlers';

/** The name of all segments that remain, as a list. */
const REST = '{route}';

const ROUTES = Object.entries(HANDLERS)
  .map(([path, handlers]) => ({
    handlers,
    pattern: patternOf(path),
    names: namesIn(path),
    rank: rankOf(path),
  }))
  .sort((a, b) => (a.rank < b.rank ? -1 : 1));

/** Answers a request for a route below `/api`. HEAD is answered as GET; who sends it leaves the body out. */
export async function answerOfApi(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!isWellWritten(pathname))
    return errorResponse(new AppError('bad-request', 'a % in the address stands for no character'));
  const found = routeAt(pathname.slice('/api'.length));
  if (!found)
    return errorResponse(
      new AppError('not-found', `the API has no route ${pathname}; docs/api.md lists them`),
    );
  const { handlers, params } = found;
  const { method } = request;
  const handler = handlers[(method === 'HEAD' ? 'GET' : method) as ApiMethod];
  // It takes the parameters of its own route.
  if (handler) return handler(request, params as never);
  const allow = methodsOf(handlers);
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return errorResponse(new AppError('bad-method', `${method} ${pathname}`), { allow });
}

function routeAt(path: string) {
  for (const { handlers, pattern, names } of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { handlers, params: paramsOf(names, found.slice(1)) };
  }
  return undefined;
}

function paramsOf(names: readonly string[], found: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    names.map((name, index) => {
      const value = found[index] ?? '';
      if (`{${name}}` !== REST) return [name, decodeURIComponent(value)];
      return [name, value.split('/').map(decodeURIComponent)];
    }),
  );
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** A segment that is written out goes before one that is a name, and a name before all that remains. */
function rankOf(path: string): string {
  const ranks = path.split('/').map((segment) => (segment === REST ? 2 : segment.startsWith('{') ? 1 : 0));
  return ranks.join('');
}

function methodsOf(handlers: Handlers): string {
  const methods = [...Object.keys(handlers), ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'];
  return methods.sort().join(', ');
}
