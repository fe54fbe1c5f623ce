import { isIP } from 'node:net';

/** An address as people write it; a socket for both versions writes IPv4 as IPv6. */
export function bareAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** The address in a place of X-Forwarded-For, where some proxies write the port too; undefined if there is none. */
export function forwardedAddress(place: string): string | undefined {
  const text = place.trim();
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const address = bareAddress(inBrackets ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1'));
  return isIP(address) === 0 ? undefined : address;
}

/** What one client has to itself: an IPv4 address, or the IPv6 network of 64 bits in which it picks addresses freely. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [start = '', end] = hostname.slice(1, -1).split('::');
  const [first, last] = [groupsIn(start), groupsIn(end ?? '')];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
