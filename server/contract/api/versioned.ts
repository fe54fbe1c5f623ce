import { API_ROUTES, API_VERSION } from './routes';

const PREFIX = `/api/${API_VERSION}`;
const VERSIONED = /^\/api\/v\d+(?=[/?]|$)/;

/** What a path of the API asks for: a route without its version, or none that there is in a version. */
export type VersionedPath = { kind: 'as-it-is' } | { kind: 'route'; path: string } | { kind: 'unknown' };

/** A path without its query, such as `/api/v1/stop`. */
export function askedOf(path: string): VersionedPath {
  const [version] = VERSIONED.exec(path) ?? [];
  if (version === undefined) return { kind: 'as-it-is' };
  const rest = path.slice(version.length);
  return version === PREFIX && isRoute(rest) ? { kind: 'route', path: `/api${rest}` } : { kind: 'unknown' };
}

/** Whether the API has a route for a path below its version. */
function isRoute(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}

/** A route's path as `API_ROUTES` has it: a group for each name in braces, of which `{route}` is all that remains. */
export function patternOf(path: string): RegExp {
  const groups = path
    .replaceAll('.', '\\.')
    .replace('{route}', '(.+)')
    .replaceAll(/\{\w+\}/g, '([^/]+)');
  return new RegExp(`^${groups}$`);
}

const PATTERNS = API_ROUTES.map(({ path }) => patternOf(path));
