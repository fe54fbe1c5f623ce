import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { ApiError, forbidden } from '@/sandbox/api/api-error';
import { actingUser } from '@/sandbox/api/auth/impersonation';
import { Authorizer, attributesOf } from '@/sandbox/api/auth/rbac';
import {
  Authenticator,
  createTokens,
  LIMITED_NAMESPACE,
  type Tokens,
  type UserName,
} from '@/sandbox/api/auth/users';
import { createServingCertificate } from '@/sandbox/api/http/certificates';
import type { Call, PrometheusPart, ServerContext, TextPages } from '@/sandbox/api/http/context';
import { kubeconfigFor } from '@/sandbox/api/http/kubeconfig';
import { negotiate } from '@/sandbox/api/http/negotiate';
import { handlePath } from '@/sandbox/api/http/path-handler';
import { type RequestInfo, type ResourceRequest, requestInfo } from '@/sandbox/api/http/request-info';
import { handleResource } from '@/sandbox/api/http/resource-handler';
import { sendStatusError } from '@/sandbox/api/http/respond';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import type { UserInfo } from '@/sandbox/api/registry';
import type { Logger } from '@/server/lib/report/log';
import { type Clock, wallClock } from '@/server/lib/time/clock';

interface ApiServerOptions {
  /** 0 picks a free one. */
  port: number;
  clock: Clock;
  log: Logger;
  registry: ObjectRegistry;
  /** Fixed tokens for some users; the others get random ones. */
  tokens?: Partial<Tokens>;
  /** Plain text pages besides the API by path, such as Prometheus metrics; made for every request. */
  texts?: TextPages;
  /** The part of Prometheus that is served beside the API. */
  prometheus?: PrometheusPart | undefined;
  /** Addresses that answer behind Services, by `namespace/name`; no object of the cluster names any. */
  endpoints?: ReadonlyMap<string, string>;
  /** Answers are dated by `clock`, not by this machine. */
  isDated?: boolean;
}

export interface ApiServer {
  /** "https://127.0.0.1:PORT" */
  url: string;
  caPem: string;
  tokens: Tokens;
  /** The text of a kubeconfig for one of the users. */
  kubeconfig(user: UserName): string;
  /** Open connections, for tests and benches. */
  connections(): number;
  close(): Promise<void>;
}

/** As long as an API server keeps idle connections. */
const KEEP_ALIVE_MS = 90_000;

/**
 * Serves `registry` over HTTPS on loopback.
 * @throws the listen error (EADDRINUSE …) if the port cannot be used
 */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { registry, log } = options;
  const tokens = createTokens(options.tokens);
  const { caPem, certificatePem, keyPem } = await createServingCertificate(wallClock.now());
  const closing = new AbortController();
  // One listener per open watch, however many there are.
  setMaxListeners(0, closing.signal);
  const sockets = new Set<Duplex>();
  let address = '';
  const context: ServerContext = {
    registry,
    clock: options.clock,
    wallClock,
    log,
    authenticator: new Authenticator(tokens, wallClock),
    authorizer: new Authorizer(registry),
    closing: closing.signal,
    address: () => address,
    texts: options.texts ?? new Map(),
    prometheus: options.prometheus,
    endpoints: options.endpoints ?? new Map(),
  };
  const server = createServer(
    { cert: certificatePem, key: keyPem, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (options.isDated) response.setHeader('Date', new Date(options.clock.now()).toUTCString());
      void serve(context, request, response);
    },
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : options.port;
  address = `127.0.0.1:${port}`;
  const url = `https://${address}`;
  return {
    url,
    caPem,
    tokens,
    kubeconfig: (user) =>
      kubeconfigFor({
        url,
        caPem,
        user,
        token: tokens[user],
        ...(user === 'limited' ? { namespace: LIMITED_NAMESPACE } : {}),
      }),
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
        // Connections in their TLS handshake are not among all connections.
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function serve(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined);
  try {
    await route(context, request, response);
  } catch (error) {
    if (!(error instanceof ApiError) && !request.destroyed) {
      context.log.error(
        { err: error, method: request.method, url: request.url },
        'A request to the embedded cluster failed',
      );
    }
    if (error instanceof ApiError && error.status === 413) response.setHeader('Connection', 'close');
    sendStatusError(response, error);
  }
}

async function route(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://localhost');
  const info = requestInfo(request.method ?? 'GET', url);
  const sender = context.authenticator.authenticate(request.headers.authorization);
  if (!sender) throw new ApiError(401, 'Unauthorized', 'Unauthorized');
  const user = actingUser(sender, request, context.authorizer);
  if (!context.authorizer.allows(user, attributesOf(info))) throw refusal(user, info);
  const wanted =
    negotiate(request.headers.accept) ?? (info.type === 'path' ? negotiate(undefined) : undefined);
  if (!wanted) {
    throw new ApiError(
      406,
      'NotAcceptable',
      'only the following media types are accepted: application/json, application/yaml',
    );
  }
  const call: Call = { request, response, url, user, wanted };
  if (info.type === 'path') await handlePath(context, call);
  else await handleResource(context, call, info);
}

function refusal(user: UserInfo, info: RequestInfo): ApiError {
  const who = `User "${user.username}" cannot ${info.verb}`;
  if (info.type === 'path') {
    return new ApiError(403, 'Forbidden', `forbidden: ${who} path "${info.path}"`, {});
  }
  return forbidden(
    { group: info.group, plural: info.plural, kind: '' },
    info.name,
    `${who} ${scopeText(info)}`,
  );
}

function scopeText(info: ResourceRequest): string {
  const resource = info.subresource ? `${info.plural}/${info.subresource}` : info.plural;
  const scope = info.namespace ? `in the namespace "${info.namespace}"` : 'at the cluster scope';
  return `resource "${resource}" in API group "${info.group}" ${scope}`;
}
