import { createSecureContext, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from '../lib/http/agents';
import type { ClusterAccess, Credentials, TlsMaterial } from './access';

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Shorter than API servers keep idle connections, which is 90 s, so that no write goes out on a connection that is
 * closing; longer than from pass to pass, so that none opens them again.
 */
const KEEP_ALIVE_MS = 75_000;
/** Enough for a burst of short requests without taking many sockets of a busy API server. */
const REQUEST_CONNECTIONS = 16;
const URGENT_CONNECTIONS = 2;
/** Questions about people come in hundreds at once, and none of them delays what the roles do. */
export const REVIEW_CONNECTIONS = 32;
const TCP_KEEP_ALIVE_PROBE_MS = 15_000;

/** Keep-alive pools, so that none waits for another: short requests, urgent ones, reviews of people, watches. */
export interface Pools {
  requests: Dispatcher;
  urgent: Dispatcher;
  reviews: Dispatcher;
  watches: Dispatcher;
}

/** What verifies and authenticates each of several connections, read from its PEM once for all of them. */
interface SharedTls {
  secureContext?: SecureContext;
  servername?: string;
  rejectUnauthorized: boolean;
}

/** @throws Error where a PEM cannot be read */
function sharedTls({ server }: ClusterAccess, { ca, cert, key, ...checks }: TlsMaterial): SharedTls {
  const isEncrypted = server.startsWith('https:');
  return { ...checks, ...(isEncrypted && { secureContext: createSecureContext({ ca, cert, key }) }) };
}

/** What requests may carry besides what a `Dispatcher` knows. */
export interface Asking {
  /** Called once the request has its connection, right before it is written; if it throws, it is not. */
  beforeSend?: () => void;
}

/** Lets requests ask at the last moment: until a connection is free or open, they may wait for long. */
function asking(pool: Dispatcher): Dispatcher {
  const dispatch = pool.dispatch.bind(pool);
  pool.dispatch = (options: Dispatcher.DispatchOptions & Asking, handler) => {
    const { beforeSend } = options;
    const { onConnect } = handler;
    if (beforeSend)
      handler.onConnect = (abort) => {
        beforeSend();
        onConnect?.call(handler, abort);
      };
    return dispatch(options, handler);
  };
  return pool;
}

function poolOf(access: ClusterAccess, tls: SharedTls, connections: number | null): Dispatcher {
  const connect = {
    ...tls,
    timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelay: TCP_KEEP_ALIVE_PROBE_MS,
  };
  // The client has its own time limits, on its clock.
  const limits = { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0, connections };
  return asking(
    access.proxyUrl
      ? new ProxyAgent({ uri: access.proxyUrl, requestTls: connect, ...limits })
      : new Agent({ connect, ...limits }),
  );
}

function sameTls(a: TlsMaterial, b: TlsMaterial): boolean {
  return (
    a.ca === b.ca &&
    a.cert === b.cert &&
    a.key === b.key &&
    a.servername === b.servername &&
    a.rejectUnauthorized === b.rejectUnauthorized
  );
}

export function sameCredentials(a: Credentials, b: Credentials): boolean {
  return sameTls(a.tls, b.tls) && JSON.stringify(a.headers) === JSON.stringify(b.headers);
}

/** The pools for one cluster; recreated when certificates or the address change, and the old ones drained. */
export class Connection {
  private pools?: Pools;
  private tls?: TlsMaterial;
  private server?: string;

  constructor(private readonly access: ClusterAccess) {}

  poolsFor(tls: TlsMaterial): Pools {
    if (this.pools && this.tls && this.server === this.access.server && sameTls(this.tls, tls))
      return this.pools;
    const former = this.pools;
    const shared = sharedTls(this.access, tls);
    this.tls = tls;
    this.server = this.access.server;
    this.pools = {
      requests: poolOf(this.access, shared, REQUEST_CONNECTIONS),
      urgent: poolOf(this.access, shared, URGENT_CONNECTIONS),
      reviews: poolOf(this.access, shared, REVIEW_CONNECTIONS),
      watches: poolOf(this.access, shared, null),
    };
    if (former) void Promise.allSettled(Object.values(former).map((pool) => pool.close()));
    return this.pools;
  }

  /** Aborts all requests. */
  async destroy(): Promise<void> {
    const former = this.pools;
    this.pools = undefined;
    if (former) await Promise.allSettled(Object.values(former).map((pool) => pool.destroy()));
  }
}
