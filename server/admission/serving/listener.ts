import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { wallClock } from '../../clock';
import {
  type AdmissionRequest,
  type AdmissionReview,
  type AdmissionVerdict,
  answerBody,
} from '../review/review-types';
import type { ServingMaterial } from './certificates';

/** The path the API server posts reviews to. */
export const REVIEW_PATH = '/mutate';
/** Larger bodies are refused with 413. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Longer than API servers keep idle connections, so that it is never ours that closes under a request. */
const KEEP_ALIVE_MS = 120_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Connections on which nothing comes to an end are broken off this long after closing began. */
const CLOSE_WITHIN_MS = 3_000;
/** How often and how soon connections that never come to a request are ended. */
const STALLED_CHECK_MS = 5_000;
/** API servers send a review at once; one still arriving after this gives way to another when there is no room. */
const ARRIVAL_PATIENCE_MS = 1_000;

export interface ListenerOptions {
  host: string;
  port: number;
  /** Reviews in hand at once; one more is told 503 before its body is read, and the API server goes on without. */
  maxConcurrent: number;
  review: (request: AdmissionRequest) => AdmissionVerdict | Promise<AdmissionVerdict>;
  /** Told of every request that was turned away for load. */
  shed: () => void;
}

/** The webhook's own HTTPS server, apart from the dashboard's. */
export class WebhookListener {
  private server?: Server;
  private inHand = 0;
  private readonly sockets = new Set<Socket>();
  /** Those in hand whose body is not whole yet, the oldest first. */
  private readonly arriving = new Set<{ readonly request: IncomingMessage; readonly sinceMs: number }>();

  constructor(private readonly options: ListenerOptions) {}

  /** The port it listens on; undefined while it does not. */
  get port(): number | undefined {
    const address = this.server?.listening ? (this.server.address() as AddressInfo) : undefined;
    return address?.port;
  }

  /** @throws Error when the port is taken or the material cannot be used */
  async start(material: ServingMaterial): Promise<void> {
    const server = createServer(
      {
        ...contextOf(material),
        keepAliveTimeout: KEEP_ALIVE_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: REQUEST_TIMEOUT_MS,
        handshakeTimeout: REQUEST_TIMEOUT_MS,
        connectionsCheckingInterval: STALLED_CHECK_MS,
        noDelay: true,
        keepAlive: true,
      },
      (request, response) => this.serve(request, response),
    );
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    // Broken handshakes and connections are the other side's: there is nobody to answer.
    server.on('tlsClientError', ignore);
    server.on('clientError', (_error, socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.options.port, this.options.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    this.server = server;
  }

  /** New connections are served with `material` from now on; those under way go on as they are. */
  setMaterial(material: ServingMaterial): void {
    this.server?.setSecureContext(contextOf(material));
  }

  /** Stops taking connections and lets reviews in hand be answered. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const cancel = wallClock.after(CLOSE_WITHIN_MS, () => {
      for (const socket of this.sockets) socket.destroy();
    });
    await closed;
    cancel();
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    if (method === 'GET' && path === '/healthz') plain(response, 200, 'ok');
    else if (path !== REVIEW_PATH) turnAway(request, response, 404, 'reviews go to /mutate');
    else if (method !== 'POST') turnAway(request, response, 405, 'reviews are posted');
    else if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) tooLarge(request, response);
    else if (this.inHand >= this.options.maxConcurrent && !this.madeRoom()) {
      this.options.shed();
      turnAway(request, response, 503, 'too many reviews at once');
    } else this.take(request, response);
  }

  /** Gives up the review that has been arriving for longest, if that is too long: whoever stalls blocks nobody. */
  private madeRoom(): boolean {
    const [oldest] = this.arriving;
    if (!oldest || performance.now() - oldest.sinceMs < ARRIVAL_PATIENCE_MS) return false;
    this.arriving.delete(oldest);
    oldest.request.destroy();
    this.options.shed();
    return true;
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const arrival = { request, sinceMs: performance.now() };
    this.arriving.add(arrival);
    this.inHand++;
    response.once('close', () => {
      this.inHand--;
      this.arriving.delete(arrival);
    });
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        request.removeAllListeners('data').removeAllListeners('end');
        tooLarge(request, response);
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      this.arriving.delete(arrival);
      this.answer(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks), response);
    });
    request.on('error', ignore);
  }

  private answer(body: Buffer | undefined, response: ServerResponse): void {
    const review = parse(body);
    const admission = review?.request;
    if (!review || !admission?.uid) {
      plain(response, 400, 'this is no AdmissionReview with a request');
      return;
    }
    const answer = (verdict: AdmissionVerdict) => {
      // The last review of a listener that closes ends its connection, which nobody would serve any more.
      response.shouldKeepAlive &&= this.server !== undefined;
      json(response, answerBody(review, admission.uid, verdict));
    };
    const verdict = this.options.review(admission);
    if (verdict instanceof Promise) void verdict.then(answer);
    else answer(verdict);
  }
}

function contextOf({ certPem, keyPem }: ServingMaterial) {
  return { cert: certPem, key: keyPem, minVersion: 'TLSv1.2' } as const;
}

function parse(body: Buffer | undefined): AdmissionReview | undefined {
  try {
    const review: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof review === 'object' && review !== null ? (review as AdmissionReview) : undefined;
  } catch {
    return undefined;
  }
}

function json(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Answers without having read the body, which is then thrown away so that the connection can go on. */
function turnAway(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  request.resume();
  plain(response, status, text);
}

/** So large a body is not worth reading to its end: the connection closes after the answer. */
function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.setHeader('connection', 'close');
  plain(response, 413, `a review has at most ${MAX_BODY_BYTES} bytes`);
  response.once('finish', () => request.socket.destroySoon());
}

function ignore(): void {}
