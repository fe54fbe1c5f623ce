import { BlockList, isIP } from 'node:net';

export interface ProxyEnvironment {
  /** `HTTPS_PROXY`, for https addresses. */
  https?: string | undefined;
  /** `HTTP_PROXY`, for http addresses. */
  http?: string | undefined;
  /** `NO_PROXY`: hosts, domains, addresses and CIDRs reached without one, with commas between. */
  none?: string | undefined;
}

const PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' };

/** Whether one entry of `NO_PROXY` names a host. */
function names(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, address, bits] = /^(.+)\/(\d+)$/.exec(entry) ?? [];
  if (address && bits) return isIP(host) > 0 && isIP(address) === isIP(host) && isWithin(host, address, bits);
  const [, name = entry, ofPort] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(isIP(entry) ? '' : entry) ?? [];
  if (ofPort && ofPort !== port) return false;
  if (isIP(host)) return name.replace(/^\[|\]$/g, '') === host;
  const domain = name.replace(/^\*/, '');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function isWithin(host: string, address: string, bits: string): boolean {
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  if (Number(bits) > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && isWithin(host, '127.0.0.0', '8'));
}

/**
 * The proxy to reach `address` by, as Go's programs choose it (golang.org/x/net v0.48 `http/httpproxy`): none for this
 * machine, none for what `NO_PROXY` names.
 */
export function proxyFor(address: string, { https, http, none = '' }: ProxyEnvironment): string | undefined {
  const { protocol, hostname, port } = new URL(address);
  const proxy = protocol === 'https:' ? https : http;
  if (!proxy) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const entries = none.split(',').map((entry) => entry.trim().toLowerCase());
  if (isLoopback(host)) return undefined;
  if (entries.some((entry) => entry !== '' && names(entry, host, port || PORTS[protocol] || '')))
    return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}
