import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { AppError } from '../../lib/report/errors';
import { securityHeaders } from './security-headers';
import { sendError } from './send-error';

/** `bin/setup.mjs` keeps a file there while it builds the pages, named by the id of its process. */
const BUILDERS = path.resolve('.build/builders-of-pages');

/** Whether another process builds the pages now; one that was ended half-way builds nothing. */
export function arePagesBeingBuilt(): boolean {
  try {
    return readdirSync(BUILDERS).some((id) => isRunning(Number(id)));
  } catch {
    return false;
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

const RETRY_AFTER_S = '1';
const PAGE = `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Plumbline</title>
<p style="font: 16px system-ui; margin: 4rem auto; max-width: 32rem; padding: 0 1rem">Plumbline runs, and its pages are being built. This one opens by itself as soon as they are. Meanwhile <code>kubectl</code> and the API answer.
`;

/** Tells a person when to come back, and programs that nothing is ready. */
export function sayThatPagesAreBuilt({ headers }: IncomingMessage, response: ServerResponse): void {
  if (/\btext\/html\b/.test(headers.accept ?? ''))
    response
      .writeHead(503, {
        ...securityHeaders(),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': RETRY_AFTER_S,
        refresh: RETRY_AFTER_S,
      })
      .end(PAGE);
  else sendError(response, new AppError('not-ready', 'its pages are being built'));
}
