import { isIP } from 'node:net';
import type { Config } from '../../config';
import { AppError } from '../../lib/report/errors';

/** The parts of a request that distinguish our pages and programs from pages elsewhere. */
interface Caller {
  method: string;
  path: string;
  /** A header by its lower-case name; null if absent. */
  header(name: string): string | null;
}

/** Kubelets and Prometheus request these at the pod's address. */
const ASKED_BY_ADDRESS = new Set(['/api/health', '/api/ready', '/healthz', '/readyz', '/metrics']);
/** They change nothing. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Addresses to listen on that nobody connects to. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The names this process answers to besides loopback. */
export function allowedHosts({ allowedHosts: named, host }: Pick<Config, 'allowedHosts' | 'host'>): string[] {
  return ANY_ADDRESS.has(host) ? [...named] : [...named, host];
}

/** `name`, `name:port`, `1.2.3.4:port` or `[v6]:port`; a Host header may have no other form. */
const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The name in a Host header, as URLs write it: lower case, no port, no trailing dot; undefined if invalid.
 */
function hostName(authority: string): string | undefined {
  if (!AUTHORITY.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return new URL(`http://${authority}`).hostname.replace(/\.$/, '');
}

/** The same for a host in the settings, where IPv6 addresses need no brackets. */
function configuredName(host: string): string | undefined {
  return hostName(isIP(host) === 6 ? `[${host}]` : host);
}

/** A name that leads to the browser's own machine, whatever DNS says. */
function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** Anyone can point a name at this process, but nobody can give their page the origin of an address. */
function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** Whether `name` is a loopback name, or one of `allowed`: names, addresses, or `*.` and a domain. */
function isOurs(name: string, allowed: readonly string[]): boolean {
  return isLoopback(name) || allowed.some((entry) => matches(name, entry));
}

function matches(name: string, entry: string): boolean {
  if (entry.startsWith('*.')) return name.endsWith(entry.slice(1).toLowerCase());
  return name === configuredName(entry);
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
