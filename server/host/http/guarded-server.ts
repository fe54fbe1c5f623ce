import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Config } from '../../config';
import { endPipelined } from '../../lib/http/pipelined';
import { AppError } from '../../lib/report/errors';
import { logBrokenAnswer } from '../runtime';
import { takeVersion } from './api-version';
import type { BodyGate } from './body-gate';
import { boundConnections } from './connection-bounds';
import { refuseByLine, takeHostFromLine } from './request-line';
import { sendError } from './send-error';
import { TIME_LIMITS } from './time-limits';

interface Guards {
  gate: BodyGate;
  /** Answers what cannot be served below the path of this process, and says whether it did. */
  takeBase?: (request: IncomingMessage, response: ServerResponse) => boolean;
  limits?: ServerOptions;
}

/** A server that reads no more of a request than it must, and hands on to `serve` only what something here may answer. */
export function guardedServer(
  { gate, takeBase, limits = TIME_LIMITS }: Guards,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server {
  const server = createServer(limits, (request, response) => {
    if (endPipelined(request, response)) return;
    takeHostFromLine(request);
    if (takeBase?.(request, response)) return;
    if (refuseByLine(request, response) || takeVersion(request, response)) return;
    void gate.admit(request, response, () => {
      serve(request, response).catch((thrown: unknown) => {
        logBrokenAnswer(thrown);
        if (response.headersSent) response.destroy();
        else sendError(response, new AppError('internal'));
      });
    });
  });
  boundConnections(server);
  return server;
}

/** Listens, and says where; ends the process if it cannot. */
export function listening(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve) => {
    server.on('error', (error) => {
      console.error(`Port ${port} on ${host} cannot be used: ${error.message}. Set PLUMBLINE_PORT.`);
      process.exit(1);
    });
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      console.log(`listening: http://${host}:${bound}`);
      resolve();
    });
  });
}
