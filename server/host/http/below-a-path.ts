import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProxyTrust } from '../../access';
import type { Config } from '../../config';
import { BASE_PATH_HEADER, baseFault, belowBase, withoutBase } from '../../lib/http/base-path';
import { AppError } from '../../lib/report/errors';
import { sendError } from './send-error';
import { headersOf } from './sender';

const PREFIX_HEADER = 'x-forwarded-prefix';
/** By which a browser learns what was rendered, where that is not what its address says. */
const RENDERED_HEADER = 'x-nextjs-rewritten-path';
/** Where documents, what Next renders of one, and its loader name files: as an attribute, in JSON, or as text. */
const FILES = '"/_next/';
const WITH_FILES = /^text\/(html|x-component)\b/;
/**
 * Next's loader of scripts, which knows where they are. A document cannot tell it: of what a browser has kept, the loader
 * may run before the first script of the document.
 */
const LOADER = /^\/_next\/static\/chunks\/turbopack-[^/]+\.js$/;

type Settings = Pick<Config, 'basePath' | 'proxyAddresses' | 'proxySecret'>;

/**
 * Serves below the path that the settings, or a trusted proxy, name: takes it off each request, whether or not the proxy
 * did, and puts it before each address that an answer leads to. Next has such a path only as a part of a build
 * (`basePath`), and an image is built once. Returns what answers a request that cannot be served so, and says whether it
 * did.
 */
export function belowAPath(
  settings: Settings,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const trust = new ProxyTrust(settings);
  return (request, response) => {
    delete request.headers[BASE_PATH_HEADER];
    const named = request.headers[PREFIX_HEADER]?.toString();
    const isNamed = named !== undefined && trust.covers(headersOf(request));
    const base = isNamed ? named.replace(/(?<!\/)\/+$/, '') : settings.basePath;
    if (base === '') return false;
    const fault = isNamed && baseFault(base);
    if (fault) {
      sendError(response, new AppError('bad-request', `X-Forwarded-Prefix "${named}" ${fault}`));
      return true;
    }
    request.url = withoutBase(base, request.url ?? '/');
    request.headers[BASE_PATH_HEADER] = base;
    const [path = ''] = request.url.split('?');
    // What is changed on its way must come as it is; the proxy in front may pack it.
    if (LOADER.test(path) || !/^\/(api|_next)\//.test(path)) delete request.headers['accept-encoding'];
    leadBelow(response, base, path);
    return false;
  };
}

/** Puts `base` before all that the answer leads to: where to go on, and the files of a document. */
function leadBelow(response: ServerResponse, base: string, path: string): void {
  const writeHead = response.writeHead.bind(response) as (status: number) => ServerResponse;
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  let files: FileAddresses | undefined;
  const begin = () => {
    if (!response.headersSent && namesFiles(response, path)) response.writeHead(response.statusCode);
  };
  response.writeHead = ((status: number, ...more: unknown[]) => {
    for (const [name, value] of Object.entries(more.find(isRecord) ?? {})) response.setHeader(name, value);
    const location = response.getHeader('location');
    if (location !== undefined) response.setHeader('location', belowBase(base, String(location)));
    const link = response.getHeader('link');
    if (link !== undefined)
      response.setHeader('link', String(link).replaceAll('</_next/', `<${base}/_next/`));
    if (namesFiles(response, path)) {
      files = new FileAddresses(base);
      response.removeHeader('content-length');
      if (!LOADER.test(path) && !response.hasHeader(RENDERED_HEADER))
        response.setHeader(RENDERED_HEADER, path);
    }
    return writeHead(status);
  }) as typeof response.writeHead;
  response.write = ((chunk: string | Uint8Array, ...more: unknown[]) => {
    begin();
    if (!files) return write(chunk, ...more);
    return write(files.next(bytesOf(chunk, more[0])), ...more.filter(isCallback));
  }) as typeof response.write;
  response.end = ((...given: unknown[]) => {
    begin();
    if (!files) return end(...given);
    const [chunk, encoding] = given;
    const last = isBody(chunk) ? files.next(bytesOf(chunk, encoding)) : Buffer.alloc(0);
    const whole = Buffer.concat([last, files.rest()]);
    return end(whole, ...given.filter(isCallback));
  }) as typeof response.end;
}

function namesFiles(response: ServerResponse, path: string): boolean {
  return (
    (LOADER.test(path) || WITH_FILES.test(String(response.getHeader('content-type')))) &&
    !response.hasHeader('content-encoding')
  );
}

function isRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBody(chunk: unknown): chunk is string | Uint8Array {
  return typeof chunk === 'string' || chunk instanceof Uint8Array;
}

function isCallback(value: unknown): boolean {
  return typeof value === 'function';
}

function bytesOf(chunk: string | Uint8Array, encoding: unknown): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Puts a path before the addresses of files in a text that comes in pieces; one may be cut by the end of a piece. */
export class FileAddresses {
  private pending = '';
  private readonly below: string;

  constructor(base: string) {
    this.below = FILES.replace('/', `${base}/`);
  }

  /** What of the text can be sent by now. */
  next(bytes: Buffer): Buffer {
    // Byte for byte: characters of several bytes may be cut too.
    const text = this.pending + bytes.toString('latin1');
    const cut = text.length - cutLength(text);
    this.pending = text.slice(cut);
    return Buffer.from(text.slice(0, cut).replaceAll(FILES, this.below), 'latin1');
  }

  rest(): Buffer {
    return Buffer.from(this.pending, 'latin1');
  }
}

/** How much of the end of a text may begin the address of a file. */
function cutLength(text: string): number {
  for (let length = FILES.length - 1; length > 0; length--)
    if (text.endsWith(FILES.slice(0, length))) return length;
  return 0;
}
