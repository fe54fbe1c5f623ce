import { isIP } from 'node:net';

/** `name`, `name:port`, `1.2.3.4:port` or `[v6]:port`; a Host header may have no other form. */
const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The name in a Host header, as URLs write it: lower case, no port, no trailing dot; undefined if invalid.
 */
export function hostName(authority: string): string | undefined {
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
export function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** Whether `name` is a loopback name, or one of `allowed`: names, addresses, or `*.` and a domain. */
export function isOurs(name: string, allowed: readonly string[]): boolean {
  return isLoopback(name) || allowed.some((entry) => matches(name, entry));
}

function matches(name: string, entry: string): boolean {
  if (entry.startsWith('*.')) return name.endsWith(entry.slice(1).toLowerCase());
  return name === configuredName(entry);
}
