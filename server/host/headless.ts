import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromHere, mayBeTold, RIGHTS } from '../access';
import { type Config, configFromProcess } from '../config';
import { AppError, type ErrorBody, toAppError } from '../lib/report/errors';
import { wallClock } from '../lib/time/clock';
import { BodyGate, hasBody } from './http/body-gate';
import { mostBytes } from './http/dashboard-server';
import { guardedServer, listening } from './http/guarded-server';
import { serveProbes } from './http/probe-server';
import { allowedHosts, requestRefusal } from './http/request-guard';
import { securityHeaders } from './http/security-headers';
import { sendError } from './http/send-error';
import { headersOf } from './http/sender';
import { surviveTheUnforeseen } from './last-handler';
import { metricsText } from './metrics-text';
import { heardOf, PEER_PATH } from './peers/peer-events';
import { access, type Runtime } from './runtime';
import { stopOnSignals } from './signals';
import { startRuntime } from './start';
import { failStart } from './startup-failure';

/** Where a process without pages answers recommendation queries, as one with pages does. */
const QUERY_PATH = '/api/recommendation-query';
/** No pod is larger. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The answer to one posted query: an HTTP status and a JSON body. Never rejects. */
async function answerQueryRequest(
  running: Pick<Runtime, 'recommend'>,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await running.recommend(await jsonOf(request)) };
  } catch (thrown) {
    const { status, code, message, fields } = toAppError(thrown);
    return { status, body: { code, message, fields } satisfies ErrorBody };
  }
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // A body that is too long is still read to its end: stopping would break the connection before the
    // answer.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new AppError('too-large', `a body has at most ${MAX_BODY_BYTES} bytes`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new AppError('bad-request', 'the body is not JSON', [], { cause });
  }
}

/** What only people and programs get who may read every VPA, if anybody is asked who they are. */
const WITH_RIGHTS = new Set(['/api/status', QUERY_PATH]);

const ASKS_NOBODY =
  'this process asks nobody who they are, so it tells only its own machine: set PLUMBLINE_AUTH=token';

async function refusalOfPerson(request: IncomingMessage, config: Config): Promise<AppError | undefined> {
  const { url = '/', socket } = request;
  if (!mayBeTold(config, socket.remoteAddress ?? '')) return new AppError('forbidden', ASKS_NOBODY);
  const asked = headersOf(request);
  try {
    const tooMany = access().refusalOfClient(asked);
    if (tooMany) return tooMany;
    await access().admit({ headers: asked, url: new URL(url, 'http://localhost').href }, [RIGHTS.read()]);
    return undefined;
  } catch (thrown) {
    return toAppError(thrown);
  }
}

async function serve(running: Runtime, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { ...securityHeaders(), 'content-type': type }).end(body);
  const { url = '/', method = 'GET', headers } = request;
  const path = url.split('?')[0] ?? '/';
  const header = (name: string) => headers[name]?.toString() ?? null;
  const refusal = requestRefusal({ method, path, header }, allowedHosts(running.config));
  if (refusal) return sendError(response, refusal);
  // Who sends a body was asked before it was read.
  const isAsked = hasBody(request) || !WITH_RIGHTS.has(path);
  const stranger = isAsked ? undefined : await refusalOfPerson(request, running.config);
  if (stranger) sendError(response, stranger);
  else if (path === QUERY_PATH && method === 'POST') {
    const { status, body } = await answerQueryRequest(running, request);
    send(status, 'application/json', JSON.stringify(body));
  } else if (method !== 'GET' && method !== 'HEAD')
    send(405, 'text/plain', `Only GET is served here, and POST ${QUERY_PATH}.\n`);
  else if (path === '/healthz') {
    const { ok } = running.health();
    send(ok ? 200 : 503, 'text/plain', ok ? 'ok\n' : 'needs a restart\n');
  } else if (path === '/readyz') {
    const readiness = running.readiness();
    send(readiness.ready ? 200 : 503, 'application/json', JSON.stringify(readiness));
  } else if (path === '/metrics' && running.config.metricsPort === 0)
    send(200, running.metrics.contentType, await metricsText(running.metrics));
  else if (path === PEER_PATH && running.publisher && isFromHere(request.socket.remoteAddress))
    send(200, 'application/json', JSON.stringify(await running.publisher.tell(heardOf(url))));
  else if (path === '/api/status') send(200, 'application/json', JSON.stringify(running.status()));
  else
    send(
      404,
      'text/plain',
      `Served here: /healthz, /readyz, /metrics, /api/status and POST ${QUERY_PATH}.\n`,
    );
}

/** The same process without pages, for pods that only admit, only recommend or only update. */
async function main(): Promise<void> {
  const config = configFromProcess();
  const running = await startRuntime(config, { hasPages: false });
  stopOnSignals(running, wallClock);
  surviveTheUnforeseen(running);
  await serveProbes(config);
  const gate = new BodyGate({
    allowedHosts: allowedHosts(config),
    mostBytes: (path) => (path === QUERY_PATH ? mostBytes(path) : undefined),
    refusalOfSender: (request) => refusalOfPerson(request, running.config),
  });
  const server = guardedServer({ gate }, (request, response) => serve(running, request, response));
  await listening(server, config);
}

main().catch(failStart);
