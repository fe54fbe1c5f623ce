import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config';
import { endPipelined } from '../../lib/http/pipelined';
import { AppError, toAppError } from '../../lib/report/errors';
import { access } from '../runtime';
import { takeVersion } from './api-version';
import { belowAPath } from './below-a-path';
import { BodyGate } from './body-gate';
import { boundConnections } from './connection-bounds';
import { atFirstConnection, beforeNext } from './next-server';
import { allowedHosts } from './request-guard';
import { refuseByLine, takeHostFromLine } from './request-line';
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

/**
 * Stands before the server of Next on the port of the dashboard, which else reads whatever anybody sends. What was
 * connected before is closed: Next would read what it sent so far.
 */
export function guardHttpServer(
  config: Pick<Config, 'port' | 'host' | 'allowedHosts' | 'basePath' | 'proxyAddresses' | 'proxySecret'>,
): void {
  const takeBase = belowAPath(config);
  const gate = new BodyGate({ allowedHosts: allowedHosts(config), mostBytes, refusalOfSender });
  beforeNext(config.port, (request, response, pass) => {
    if (endPipelined(request, response)) return;
    takeHostFromLine(request);
    if (takeBase(request, response)) return;
    if (!refuseByLine(request, response) && !takeVersion(request, response))
      void gate.admit(request, response, pass);
  });
  atFirstConnection(config.port, (server) => {
    server.closeAllConnections();
    boundConnections(server);
  });
}

/**
 * Why this sender may send no body: too many requests, or nobody knows who they are. What they may change is asked when
 * it is read.
 */
async function refusalOfSender(request: IncomingMessage, path: string): Promise<AppError | undefined> {
  try {
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
