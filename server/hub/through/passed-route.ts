import { nameInEveryVersion, presentName } from '../../contract/api/former-routes';
import { API_ROUTES, type ApiMethod, type ApiRoute } from '../../contract/api/routes';
import { AppError } from '../../lib/report/errors';

/** A route of a member that a person asks for through the hub. */
export interface PassedRoute {
  method: ApiMethod;
  /** Below `/api/v1`, every name in it encoded. */
  path: string;
  answers: 'json' | 'file';
  changes?: string;
  /** Its path without any name, such as `/vpas/{namespace}/{name}`. */
  pattern: string;
}

/** Whom a browser is signed in as, and other clusters, are asked of the hub; probes are asked of each process. */
const OF_A_PROCESS = /^\/(clusters|session|health|ready)(\/|$)/;
const FILES = new Set([
  '/costs.csv',
  '/export.zip',
  '/workloads/export',
  '/audit/export',
  '/replays/{id}/export',
  '/diagnostics/bundle',
]);
/** No name in Kubernetes is longer. */
const LONGEST_NAME = 253;

/** They send much and change nothing. */
const NO_CHANGE = /(\/(preview|try|review|export)|^\/recommendation-query)$/;

const PASSED = API_ROUTES.filter(({ path }) => !OF_A_PROCESS.test(path)).map((route) => ({
  ...route,
  segments: route.path.slice(1).split('/'),
}));

/**
 * The route that the segments of a path name, each decoded; only routes of the API that there are, and their methods.
 * @throws AppError `not-found` or `bad-method`
 */
export function passedRoute(method: string, [first = '', ...rest]: readonly string[]): PassedRoute {
  const segments = [presentName(first), ...rest];
  const route = PASSED.find((one) => names(one, segments));
  if (!route) throw new AppError('not-found', 'the API has no such route in a cluster');
  if (!isMethodOf(method, route)) throw new AppError('bad-method');
  return {
    method,
    // A member may be of an earlier version.
    path: `/${[nameInEveryVersion(first), ...rest].map(encodeURIComponent).join('/')}`,
    answers: FILES.has(route.path) ? 'file' : 'json',
    pattern: route.path,
    ...(method !== 'GET' && !NO_CHANGE.test(route.path) && { changes: route.does[method] ?? '' }),
  };
}

function names({ segments: pattern }: (typeof PASSED)[number], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    segments.every((segment, index) => {
      const wanted = pattern[index] ?? '';
      return wanted.startsWith('{') ? isName(segment) : segment === wanted;
    })
  );
}

/** Whether it stays one segment on its way, whatever reads it. */
function isName(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    segment.length <= LONGEST_NAME &&
    !/[/\\\p{Cc}\ud800-\udfff]/u.test(segment)
  );
}

function isMethodOf(method: string, { does }: ApiRoute): method is ApiMethod {
  return Object.hasOwn(does, method);
}
