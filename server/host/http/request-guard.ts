import type { Config } from '../../config';
import { AppError } from '../../lib/report/errors';
import { hostName, isAddress, isOurs } from './hosts';

/** The parts of a request that distinguish our pages and programs from pages elsewhere. */
interface Caller {
  method: string;
  path: string;
  /** A header by its lower-case name; null if absent. */
  header(name: string): string | null;
}

/** Kubelets and Prometheus request these at the pod's address. */
const ASKED_BY_ADDRESS = new Set(['/api/health', '/api/ready', '/healthz', '/readyz', '/metrics']);
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Addresses to listen on that nobody connects to. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The names this process answers to besides loopback. */
export function allowedHosts({ allowedHosts: named, host }: Pick<Config, 'allowedHosts' | 'host'>): string[] {
  return ANY_ADDRESS.has(host) ? [...named] : [...named, host];
}

/**
 * Why a request is refused before anything handles it; undefined if it may pass. Pages of other sites must
 * neither read nor press buttons here with the visitor's access: - the Host must be a loopback name or one of
 * `allowed`, else a name rebound to this address would be our origin; - an Origin must be the Host's; - a
 * change must be JSON, which no page sends elsewhere without a preflight, and must not come from another
 * site.
 */
export function requestRefusal(
  { method, path, header }: Caller,
  allowed: readonly string[],
): AppError | undefined {
  const host = header('host') ?? '';
  const name = hostName(host);
  const reachable =
    name !== undefined && (isOurs(name, allowed) || (ASKED_BY_ADDRESS.has(path) && isAddress(name)));
  if (!reachable) return new AppError('forbidden', `the host "${host}" is not in PLUMBLINE_ALLOWED_HOSTS`);
  const origin = header('origin');
  if (origin !== null && !isOriginOf(origin, host))
    return new AppError('forbidden', `the request comes from another site, ${origin}`);
  if (READING_METHODS.has(method)) return undefined;
  const site = header('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    return new AppError('forbidden', 'the request comes from another site');
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? undefined : new AppError('not-json');
}

function isOriginOf(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && from === new URL(`${protocol}//${host}`).host;
}
