import type { Config } from '../config';
import { ConfigError } from '../lib/report/errors';
import { bareAddress } from './client-address';
import { isLoopback } from './loopback';

/** How people are known; `header` believes the identity header of whoever sends it. */
export type AccessMode = 'none' | 'header' | 'proxy' | 'token' | 'oidc';

export function accessMode({ auth, identityHeader }: Pick<Config, 'auth' | 'identityHeader'>): AccessMode {
  if (auth !== 'auto') return auth;
  return identityHeader === '' ? 'none' : 'header';
}

type Door = Pick<Config, 'auth' | 'identityHeader' | 'host' | 'insecure'>;

/** @throws ConfigError if anyone who reaches the dashboard's port could do everything */
export function refuseOpenAccess(config: Door): void {
  if (!isOpen(config)) return;
  throw new ConfigError(
    `The dashboard would listen on ${config.host} and ask nobody who they are. Set PLUMBLINE_AUTH=token (people sign in with a Kubernetes token), oidc (with your identity provider) or proxy, keep PLUMBLINE_HOST on loopback, or set PLUMBLINE_INSECURE=true to let everyone do everything.`,
  );
}

/**
 * Whether `peer`, the other end of a connection, may be told of workloads: a process without pages listens on every
 * address for probes and Prometheus, also where it asks nobody who they are.
 */
export function mayBeTold(config: Door, peer: string): boolean {
  return !isOpen(config) || isFromHere(peer);
}

/** Whether `peer`, the other end of a connection, is on this machine, which containers of a pod share. */
export function isFromHere(peer = ''): boolean {
  return isLoopback(bareAddress(peer));
}

function isOpen(config: Door): boolean {
  return accessMode(config) === 'none' && !config.insecure && !isLoopback(config.host);
}
