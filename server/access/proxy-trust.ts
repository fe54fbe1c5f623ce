import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config';
import { ConfigError } from '../lib/report/errors';
import { bareAddress, forwardedAddress, networkOf } from './client-address';
import { isLoopback } from './loopback';

/** The address of the other end of the connection; the process itself sets it on every request. */
export const PEER_HEADER = 'x-plumbline-peer';
/** By what a proxy that signs people on shows that it is the one. */
export const PROXY_SECRET_HEADER = 'x-plumbline-proxy-secret';
const FORWARDED = 'x-forwarded-for';

/** Which requests come through the authenticating proxy. */
export class ProxyTrust {
  private readonly addresses: BlockList | undefined;

  /** @throws ConfigError for something that is no address */
  constructor(private readonly settings: Pick<Config, 'proxyAddresses' | 'proxySecret'>) {
    this.addresses = settings.proxyAddresses.length > 0 ? listOf(settings.proxyAddresses) : undefined;
  }

  /** Whether anything tells the proxy from other senders. */
  get isChecked(): boolean {
    return this.addresses !== undefined || this.settings.proxySecret !== '';
  }

  /** Whether the request passes every check that is set. */
  covers(headers: Headers): boolean {
    const { proxySecret } = this.settings;
    if (!this.isChecked) return false;
    if (proxySecret !== '' && !isSame(headers.get(PROXY_SECRET_HEADER) ?? '', proxySecret)) return false;
    return this.addresses === undefined || this.isListed(peerOf(headers));
  }

  /** Who is limited: the other end, or whom a listed proxy forwards for; several in a row name one another. */
  clientOf(headers: Headers): string {
    return networkOf(this.originOf(headers).address);
  }

  /** Whether a program of this machine asks, and for nobody else. */
  isOfThisMachine(headers: Headers): boolean {
    const { address, isNamed } = this.originOf(headers);
    return isNamed && isLoopback(address) && isLoopback(peerOf(headers));
  }

  /** Where a request comes from, as far as listed proxies tell; `isNamed` unless the last one names nobody. */
  private originOf(headers: Headers): { address: string; isNamed: boolean } {
    let address = peerOf(headers);
    // Next forwards every request for its other end, if no proxy did.
    for (const place of headers.get(FORWARDED)?.split(',').reverse() ?? []) {
      if (!this.isListed(address)) break;
      const before = forwardedAddress(place);
      if (before === undefined) return { address, isNamed: false };
      address = before;
    }
    return { address, isNamed: true };
  }

  private isListed(address: string): boolean {
    const kind = isIP(address);
    return kind !== 0 && this.addresses?.check(address, kind === 6 ? 'ipv6' : 'ipv4') === true;
  }
}

function listOf(entries: readonly string[]): BlockList {
  const addresses = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const kind = isIP(address);
    const most = kind === 6 ? 128 : 32;
    const length = bits === undefined ? most : Number(bits);
    if (kind === 0 || bits === '' || !Number.isInteger(length) || length < 0 || length > most)
      throw new ConfigError(`PLUMBLINE_PROXY_ADDRESSES: "${entry}" is neither an address nor a network`);
    addresses.addSubnet(address, length, kind === 6 ? 'ipv6' : 'ipv4');
  }
  return addresses;
}

function peerOf(headers: Headers): string {
  return bareAddress(headers.get(PEER_HEADER) ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
