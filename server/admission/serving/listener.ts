import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { wallClock } from '../../clock';
import type { AdmissionRequest, AdmissionVerdict } from '../review/review-types';
import type { ServingMaterial } from './certificates';
import { FastLane } from './fast-lane';
import { Intake } from './intake';
import { answerTo, type ReviewAnswer } from './review-body';

/** The path the API server posts reviews to. */
export const REVIEW_PATH = '/mutate';
/** Larger bodies are rejected with 413. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Longer than API servers keep idle connections, so that we never close one that they are about to use. */
const KEEP_ALIVE_MS = 120_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Unfinished connections are closed this long after closing began. */
const CLOSE_WITHIN_MS = 3_000;
/** How often connections without a request are checked, and when they are ended. */
const STALLED_CHECK_MS = 5_000;

export interface ListenerOptions {
  host: string;
  port: number;
  /**
   * Reviews in progress at once; one more gets 503 before its body is read, and the API server continues
   * without it.
   */
  maxConcurrent: number;
  review: (request: AdmissionRequest) => AdmissionVerdict | Promise<AdmissionVerdict>;
  /** Called for every request rejected for load. */
  shed: () => void;
}

/** The webhook's own HTTPS server, separate from the dashboard's. */
export class WebhookListener {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private readonly lanes = new Set<FastLane>();
  private readonly intake: Intake;
  private cancelCheck = (): void => {};

  constructor(private readonly options: ListenerOptions) {
    this.intake = new Intake(options.maxConcurrent);
  }

  /** The port it listens on; undefined while it does not. */
  get port(): number | undefined {
    const address = this.server?.listening ? (this.server.address() as AddressInfo) : undefined;
    return address?.port;
  }

  /** @throws Error if the port is taken or the material cannot be used */
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
    this.openLanes(server);
    // Broken handshakes and connections are the client's fault: there is nobody to answer.
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
    this.check();
  }

  /** New connections use `material` from now on; existing ones continue. */
  setMaterial(material: ServingMaterial): void {
    this.server?.setSecureContext(contextOf(material));
  }

  /** Accepts no more connections and lets current reviews be answered. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    this.cancelCheck();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    for (const lane of this.lanes) lane.endIfIdle();
    const cancel = wallClock.after(CLOSE_WITHIN_MS, () => {
      for (const socket of this.sockets) socket.destroy();
    });
    await closed;
    cancel();
  }

  /** Every connection starts in its own fast lane, and is served by `server` if the lane cannot read it. */
  private openLanes(server: Server): void {
    const serveHttp = server.listeners('secureConnection');
    server.removeAllListeners('secureConnection');
    server.on('secureConnection', (socket: TLSSocket) => {
      const lane: FastLane = new FastLane(socket, {
        path: REVIEW_PATH,
        maxBodyBytes: MAX_BODY_BYTES,
        firstMs: REQUEST_TIMEOUT_MS,
        idleMs: KEEP_ALIVE_MS,
        intake: this.intake,
        answer: (body) => answerTo(body, this.options.review),
        handOver: () => {
          this.lanes.delete(lane);
          for (const serve of serveHttp) serve.call(server, socket);
        },
        isClosing: () => this.server === undefined,
      });
      this.lanes.add(lane);
      socket.once('close', () => this.lanes.delete(lane));
    });
  }

  private check(): void {
    this.intake.giveUpAfter(REQUEST_TIMEOUT_MS);
    this.cancelCheck = wallClock.after(STALLED_CHECK_MS, () => this.check());
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    if (method === 'GET' && path === '/healthz') plain(response, 200, 'ok');
    else if (path !== REVIEW_PATH) turnAway(request, response, 404, 'reviews go to /mutate');
    else if (method !== 'POST') turnAway(request, response, 405, 'reviews are posted');
    else if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) tooLarge(request, response);
    else if (this.intake.hasRoom()) this.receive(request, response);
    else {
      // Rejects either the one that is dropped or this one.
      this.options.shed();
      if (this.intake.makeRoom()) this.receive(request, response);
      else turnAway(request, response, 503, 'too many reviews at once');
    }
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const place = this.intake.enter(() => request.destroy());
    response.once('close', place.leave);
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
      place.arrived();
      const answer = answerTo(Buffer.concat(chunks), this.options.review);
      if (answer instanceof Promise) void answer.then((settled) => this.send(response, settled));
      else this.send(response, answer);
    });
    request.on('error', ignore);
  }

  private send(response: ServerResponse, { status, type, body }: ReviewAnswer): void {
    // The last review of a closing listener ends its connection, which nobody would serve any more.
    response.shouldKeepAlive &&= this.server !== undefined;
    answer(response, status, type, body);
  }
}

function contextOf({ certPem, keyPem }: ServingMaterial) {
  return { cert: certPem, key: keyPem, minVersion: 'TLSv1.2' } as const;
}

function plain(response: ServerResponse, status: number, text: string): void {
  answer(response, status, 'text/plain', text);
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Answers without reading the body, which is then discarded so that the connection can continue. */
function turnAway(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  request.resume();
  plain(response, status, text);
}

/** So large a body is not read to its end: the connection closes after the answer. */
function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.setHeader('connection', 'close');
  plain(response, 413, `a review has at most ${MAX_BODY_BYTES} bytes`);
  response.once('finish', () => request.socket.destroySoon());
}

function ignore(): void {}
