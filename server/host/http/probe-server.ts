import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../../config';
import { endPipelined } from '../../lib/http/pipelined';
import { ConfigError } from '../../lib/report/errors';
import { boundConnections } from './connection-bounds';
import { answerProbe, type Probe } from './probe-answers';
import { securityHeaders } from './security-headers';
import { TIME_LIMITS } from './time-limits';

const SERVED: ReadonlyMap<string, Probe> = new Map([
  ['/healthz', 'health'],
  ['/readyz', 'readiness'],
  ['/metrics', 'metrics'],
]);

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
    if (!endPipelined(request, response)) serve(request, response);
  });
  boundConnections(server);
  await listening(server, metricsPort, host);
  // Whatever else the process does keeps it alive.
  server.unref();
  return server;
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '/' } = request;
  const refuse = (status: number, why: string) =>
    response.writeHead(status, { ...securityHeaders(), 'content-type': 'text/plain' }).end(why);
  const probe = SERVED.get(url.split('?')[0] ?? '/');
  if (method !== 'GET' && method !== 'HEAD') refuse(405, 'Only GET is served here.\n');
  else if (!probe) refuse(404, `Served here: ${[...SERVED.keys()].join(', ')}.\n`);
  else void answerProbe(probe, request, response);
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ConfigError(`PLUMBLINE_METRICS_PORT=${port} on ${host} cannot be used: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
}
