import { isIP } from 'node:net';

/** Whether only programs of this machine reach a host name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
