import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { wallClock } from '../../lib/time/clock';
import { comesWithin } from '../../lib/time/comes-within';
import { hasBody, LINGERS_MS } from './body-gate';
import { READING_METHODS } from './request-guard';
import { POLICY_OF_DATA, securityHeaders } from './security-headers';
import { headersOf } from './sender';
import { packed, takesGzip } from './takes-gzip';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Loaded when it is first asked for: a process that only kubelets and Prometheus ask does without. */
export async function askApi(request: Request): Promise<Response> {
  const { answerOfApi } = await import('../api/routing');
  return answerOfApi(request);
}

/** Answers what is asked for below `/api` without the pages, and hands the rest on to them. */
export function apiBefore(pages: Serve): Serve {
  return async (request, response) => {
    const { pathname, search } = new URL(`http://localhost${request.url}`);
    if (!pathname.startsWith('/api/')) return pages(request, response);
    for (const [name, value] of Object.entries(securityHeaders(POLICY_OF_DATA)))
      response.setHeader(name, value);
    const plain = pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
    const asked = requestOf(request, pathname + search);
    const answer = plain === pathname ? await askApi(asked) : redirect(plain + search);
    if (hasBody(request) && !request.complete && !(await hasDropped(asked.body)))
      response.setHeader('connection', 'close');
    await send(answer, request, response);
  };
}

function redirect(location: string): Response {
  return new Response(null, { status: 308, headers: { location } });
}

/** Drops what nothing read of a body, if that ends soon: the connection is of no use without. */
async function hasDropped(body: Request['body']): Promise<boolean> {
  if (!body || body.locked) return false;
  const ended = body.pipeTo(new WritableStream()).catch(() => undefined);
  return comesWithin(wallClock, LINGERS_MS, ended);
}

function requestOf(message: IncomingMessage, address: string): Request {
  const { method = 'GET', headers } = message;
  const sendsBody = hasBody(message) && !READING_METHODS.has(method);
  return new Request(`http://${headers.host ?? 'localhost'}${address}`, {
    method,
    headers: headersOf(message),
    ...(sendsBody && { body: Readable.toWeb(message) as BodyInit, duplex: 'half' }),
  });
}

const UNCHANGED = 304;
const IS_TEXT = /^(application\/(json|yaml)|text\/)/;
/** In bytes; less than this is hardly less when it is packed. */
const WORTH_PACKING = 1024;

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const isText = IS_TEXT.test(answer.headers.get('content-type') ?? '');
  if (isText || answer.status === UNCHANGED) response.setHeader('vary', 'Accept-Encoding');
  const packs = isText && takesGzip(request);
  if (!answer.body) response.end();
  else if (request.method === 'HEAD') {
    await answer.body.cancel();
    response.end();
  } else if (answer.headers.has('content-disposition'))
    await sendFile(answer.body as ReadableStream, packs, response);
  else await sendWhole(Buffer.from(await answer.arrayBuffer()), packs, response);
}

async function sendWhole(body: Buffer, packs: boolean, response: ServerResponse): Promise<void> {
  const isPacked = packs && body.byteLength >= WORTH_PACKING;
  const sent = isPacked ? await packed(body) : body;
  if (isPacked) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', sent.byteLength);
  response.end(sent);
}

/** A file is sent while it is made. If making it fails, or whoever asked goes away, it breaks off. */
async function sendFile(body: ReadableStream, packs: boolean, response: ServerResponse): Promise<void> {
  const parts = Readable.fromWeb(body);
  if (packs) response.setHeader('content-encoding', 'gzip');
  try {
    await (packs ? pipeline(parts, createGzip(), response) : pipeline(parts, response));
  } catch (thrown) {
    if (!isOfGoneReader(thrown)) throw thrown;
  }
}

function isOfGoneReader(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
