import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorizer } from '@/sandbox/api/auth/rbac';
import type { Authenticator } from '@/sandbox/api/auth/users';
import type { WantedFormat } from '@/sandbox/api/http/negotiate';
import type { ResourceRequest } from '@/sandbox/api/http/request-info';
import type { Kind } from '@/sandbox/api/kinds/kind';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import type { UserInfo } from '@/sandbox/api/registry';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';

/** The part of Prometheus beside the API: what it answers to a path and its parameters. */
export type PrometheusPart = (
  path: string,
  params: URLSearchParams,
) => Promise<{ status: number; body: unknown }>;

/**
 * Plain text pages besides the API, by path; they are given the `name[]` of the query, by which clients of Prometheus'
 * text format say which metrics they want.
 */
export type TextPages = ReadonlyMap<string, (names: readonly string[]) => string>;

/** What every handler uses. */
export interface ServerContext {
  registry: ObjectRegistry;
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  authenticator: Authenticator;
  authorizer: Authorizer;
  /** Aborts when the server closes. */
  closing: AbortSignal;
  /** The server's address for clients: "127.0.0.1:6443". */
  address(): string;
  texts: TextPages;
  /** Answers below `/prometheus/api/v1/`; 404 for all of it where there is none. */
  prometheus?: PrometheusPart | undefined;
  /** What stands for the endpoints of Services: the address that answers behind each, by `namespace/name`. */
  endpoints: ReadonlyMap<string, string>;
}

/** One parsed and authorised request. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  user: UserInfo;
  wanted: WantedFormat;
}

/** A call on a kind that exists. */
export interface ResourceCall extends Call {
  info: ResourceRequest;
  kind: Kind;
  /** The kind's key in the registry. */
  resource: string;
}
