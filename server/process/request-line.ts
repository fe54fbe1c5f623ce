import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { AppError } from '../errors';
import { eachConnection } from './next-server';
import { sendError } from './send-error';

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** What pages and files are asked for with, and what data is. */
const [OF_PAGES, OF_DATA] = ['GET, HEAD', 'GET, HEAD, POST, PATCH, DELETE'];

/** Puts `refuseByLine` before the server of Next on this port, which answers such requests with 500 or 308. */
export function refuseByLineOn(port: number): void {
  const guarded = new WeakSet<Server>();
  eachConnection(port, (server) => {
    if (guarded.has(server)) return;
    guarded.add(server);
    const handlers = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request').on('request', (request, response) => {
      if (refuseByLine(request, response)) return;
      for (const handle of handlers) handle.call(server, request, response);
    });
  });
}

/** Answers a request whose method, or whose target, nothing here serves; returns whether it did. */
export function refuseByLine(request: IncomingMessage, response: ServerResponse): boolean {
  takeHostFromLine(request);
  const { method = '', url = '' } = request;
  if (!METHODS.has(method) || url === '*') {
    const allow = url === '*' || url.startsWith('/api/') ? OF_DATA : OF_PAGES;
    sendError(response, new AppError('bad-method', `${method} ${url}`), { allow });
    return true;
  }
  if (url.startsWith('/')) return false;
  sendError(response, new AppError('bad-request', 'its target is neither a path nor an http address'));
  return true;
}

/** The host of a target such as `http://host/path` is the one that counts, whatever the Host header says (RFC 9112). */
function takeHostFromLine(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
