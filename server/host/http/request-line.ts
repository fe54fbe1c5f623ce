import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../lib/report/errors';
import { sendError } from './send-error';

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** No page takes anything: Next would look for an action in what is sent to one, and print that it finds none. */
const METHODS_OF_PAGES = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What pages and files are asked for with, and what data is. */
const [OF_PAGES, OF_DATA] = ['GET, HEAD', 'GET, HEAD, POST, PATCH, DELETE'];

/** Answers a request whose method, or whose target, nothing here serves; returns whether it did. */
export function refuseByLine(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request;
  const isOfData = url === '*' || url.startsWith('/api/');
  if (url === '*' || !(isOfData ? METHODS : METHODS_OF_PAGES).has(method)) {
    const allow = isOfData ? OF_DATA : OF_PAGES;
    sendError(response, new AppError('bad-method', `${method} ${url}`), { allow });
    return true;
  }
  if (url.startsWith('/')) return false;
  sendError(response, new AppError('bad-request', 'its target is neither a path nor an http address'));
  return true;
}

/** The host of a target such as `http://host/path` is the one that counts, whatever the Host header says (RFC 9112). */
export function takeHostFromLine(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
