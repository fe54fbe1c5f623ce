import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../../config';
import { endPipelined } from '../../lib/http/pipelined';
import { ConfigError, errorAnswer, toAppError } from '../../lib/report/errors';
import { metricsText } from '../metrics-text';
import { runtime } from '../runtime';
import { boundConnections } from './connection-bounds';
import { securityHeaders } from './security-headers';
import { TIME_LIMITS } from './time-limits';

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** What kubelets and Prometheus ask for, by path. It takes no identity, and nothing here names more than metrics do. */
const ANSWERS: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
  '/healthz': () => {
    const health = runtime().health();
    return json(health.ok ? 200 : 503, health);
  },
  '/readyz': () => {
    const readiness = runtime().readiness();
    return json(readiness.ready ? 200 : 503, readiness);
  },
  '/metrics': async () => {
    const { metrics } = runtime();
    return { status: 200, type: metrics.contentType, body: await metricsText(metrics) };
  },
};

/**
 * Serves metrics and health on a port of their own, if one is set, so that who reaches them need not reach the
 * dashboard.
 * @throws ConfigError if the port cannot be used
 */
export async function serveProbes({
  metricsPort,
  host,
}: Pick<Config, 'metricsPort' | 'host'>): Promise<Server | undefined> {
  if (metricsPort === 0) return undefined;
  const server = createServer(TIME_LIMITS, (request, response) => {
    if (!endPipelined(request, response)) void serve(request, response);
  });
  boundConnections(server);
  await listening(server, metricsPort, host);
  // Whatever else the process does keeps it alive.
  server.unref();
  return server;
}

async function serve({ method = '', url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, type, body } = await answerTo(method, url.split('?')[0] ?? '/');
  response.writeHead(status, { ...securityHeaders(), 'content-type': type }).end(body);
}

async function answerTo(method: string, path: string): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, type: 'text/plain', body: 'Only GET is served here.\n' };
  if (!Object.hasOwn(ANSWERS, path))
    return { status: 404, type: 'text/plain', body: `Served here: ${Object.keys(ANSWERS).join(', ')}.\n` };
  try {
    return await (ANSWERS[path] as () => Answer | Promise<Answer>)();
  } catch (thrown) {
    const error = toAppError(thrown);
    return json(error.status, errorAnswer(error).body);
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ConfigError(`PLUMBLINE_METRICS_PORT=${port} on ${host} cannot be used: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
}
