import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { PEER_HEADER } from '../../access';
import type { Config } from '../../config';
import { AppError, toAppError } from '../../lib/report/errors';
import { TRACE_HEADER, tracedPlace } from '../../lib/report/trace';
import { access } from '../runtime';
import { belowAPath } from './below-a-path';
import { BodyGate, hasBody } from './body-gate';
import { guardedServer } from './guarded-server';
import { answerProbe, type Probe } from './probe-answers';
import { allowedHosts, READING_METHODS, requestRefusal } from './request-guard';
import { securityHeaders } from './security-headers';
import { sendError } from './send-error';
import { headersOf } from './sender';

const MIB = 1024 * 1024;
const WHOLE_PODS = /^\/api\/(admission\/(review|try)|recommendation-query)$/;
/** Where people sign in, who are nobody until then. */
const SIGN_IN = '/api/session';

/** The most bytes a body for this path may have; undefined where nothing takes one. */
export function mostBytes(path: string): number | undefined {
  if (!path.startsWith('/api/')) return undefined;
  if (path === SIGN_IN) return 64 * 1024;
  return WHOLE_PODS.test(path) ? 5 * MIB : MIB;
}

/** What is answered without the pages, so that a process that only kubelets and Prometheus ask never loads them. */
export const WITHOUT_PAGES: ReadonlyMap<string, Probe> = new Map([
  ['/metrics', 'metrics'],
  ['/api/health', 'health'],
  ['/api/ready', 'readiness'],
]);

type Settings = Pick<
  Config,
  'host' | 'allowedHosts' | 'basePath' | 'proxyAddresses' | 'proxySecret' | 'metricsPort'
>;
type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The server of the dashboard: `pages` gets what is no probe, once it may pass. Nothing is answered before `started`. Next
 * redirects paths such as `//a` and `/a/` before it asks `proxy.ts`, so all requests are guarded here.
 */
export function dashboardServer(config: Settings, started: Promise<unknown>, pages: Serve): Server {
  const takeBase = belowAPath(config);
  const hosts = allowedHosts(config);
  const gate = new BodyGate({
    allowedHosts: hosts,
    mostBytes,
    refusalOfSender: (request, path) => refusalOfSender(started, request, path),
  });
  const named = (request: IncomingMessage, response: ServerResponse) => {
    // Route handlers of Next do not see the connection: in place of what the sender claims.
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
    return takeBase(request, response);
  };
  return guardedServer({ gate, takeBase: named }, async (request, response) => {
    await started;
    const path = request.url?.split('?')[0] ?? '/';
    const probe = WITHOUT_PAGES.get(path);
    if (probe) response.setHeader(TRACE_HEADER, tracedPlace(headersOf(request)).trace);
    const refusal = refusalOf(request, path, hosts) ?? (probe && refusalOfProbe(request, path, config));
    if (refusal) sendError(response, refusal, refusal.code === 'bad-method' ? { allow: 'GET, HEAD' } : {});
    else if (probe) await answerProbe(probe, request, response, { packs: true });
    else {
      for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
      await pages(request, response);
    }
  });
}

/** Why a request goes no further: whose page sent it, or how many its client sends. */
function refusalOf(request: IncomingMessage, path: string, hosts: readonly string[]): AppError | undefined {
  const { method = '', headers } = request;
  const header = (name: string) => headers[name]?.toString() ?? null;
  return requestRefusal({ method, path, header }, hosts) ?? refusalOfClient(request);
}

function refusalOfProbe(
  { method = '', url }: IncomingMessage,
  path: string,
  { metricsPort }: Pick<Config, 'metricsPort'>,
): AppError | undefined {
  if (method !== 'GET' && method !== 'HEAD') return new AppError('bad-method', `${method} ${url}`);
  return path === '/metrics' && metricsPort > 0
    ? new AppError('not-found', `metrics are on port ${metricsPort}`)
    : undefined;
}

/**
 * Of who sends too many requests, or while nobody knows who is who; files that never change cost nothing, and who sends a
 * body was counted before it was read.
 */
function refusalOfClient(request: IncomingMessage): AppError | undefined {
  const isCounted = hasBody(request) && !READING_METHODS.has(request.method ?? '');
  // As Next reads it: `/_next/static/../..` leads elsewhere.
  const { pathname } = new URL(`http://localhost${request.url}`);
  if (isCounted || pathname.startsWith('/_next/static/')) return undefined;
  try {
    return access().refusalOfClient(headersOf(request));
  } catch (thrown) {
    return toAppError(thrown);
  }
}

/**
 * Why this sender may send no body: too many requests, or nobody knows who they are. What they may change is asked when
 * it is read.
 */
async function refusalOfSender(
  started: Promise<unknown>,
  request: IncomingMessage,
  path: string,
): Promise<AppError | undefined> {
  try {
    await started;
    const guard = access();
    const headers = headersOf(request);
    const tooMany = guard.refusalOfClient(headers);
    if (tooMany || path === SIGN_IN) return tooMany;
    const visit = await guard.visitOf({ headers, url: new URL(request.url ?? '/', 'http://localhost').href });
    return visit ? undefined : new AppError('unauthenticated');
  } catch (thrown) {
    return toAppError(thrown);
  }
}
