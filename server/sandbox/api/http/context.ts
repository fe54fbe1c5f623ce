import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@/server/clock';
import type { Logger } from '@/server/log';
import type { Authorizer } from '../auth/rbac';
import type { Authenticator } from '../auth/users';
import type { Kind } from '../kinds/kind';
import type { ObjectRegistry } from '../object-registry';
import type { UserInfo } from '../registry';
import type { Wanted } from './negotiate';
import type { ResourceRequest } from './request-info';

/** What every handler may use. */
export interface ServerContext {
  registry: ObjectRegistry;
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  authenticator: Authenticator;
  authorizer: Authorizer;
  /** Aborts when the server closes. */
  closing: AbortSignal;
  /** Where clients reach the server: "127.0.0.1:6443". */
  address(): string;
  /** Plain text pages beside the API, by path. */
  texts: ReadonlyMap<string, () => string>;
}

/** One request, understood and allowed. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  user: UserInfo;
  wanted: Wanted;
}

/** A call on a kind that exists. */
export interface ResourceCall extends Call {
  info: ResourceRequest;
  kind: Kind;
  /** The kind's key in the registry. */
  resource: string;
}
