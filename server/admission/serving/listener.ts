import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { AdmissionRequest, AdmissionVerdict } from '../../decide/new/review-types';
import { ConnectionLimits } from '../../lib/http/connection-limits';
import { Intake } from '../../lib/http/intake';
import { readInPieces } from '../../lib/http/pipelined';
import { wallClock } from '../../lib/time/clock';
import type { ServingMaterial } from './certificates';
import { FastLane } from './fast-lane';
import { Handshakes } from './handshakes';
import { HttpLane } from './http-lane';
import { answerTo, type ReviewAnswer } from './review-body';
import { type Proof, Sender } from './sender';

/** Longer than API servers keep idle connections, so that we never close one that they are about to use. */
const KEEP_ALIVE_MS = 120_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Unfinished connections are closed this long after closing began. */
const CLOSE_WITHIN_MS = 3_000;
/** How often connections without a request are checked, and when they are ended. */
const STALLED_CHECK_MS = 1_000;
/** Connections that have not posted a review of the API server yet; each costs some 50 kB. */
const MOST_UNPROVEN = 128;

/** A crowd that fills the queue of the kernel keeps out API servers for seconds. */
const BACKLOG = 4_096;

const KIB = 1024;
const MIB = 1024 * KIB;
/** Reviews of pods have 5 to 50 KiB. */
const SMALL_BYTES = 256 * KIB;
const MOST_SMALL_BYTES = 32 * MIB;
/** Large ones wait for each other. */
const MOST_LARGE_BYTES = 16 * MIB;
const MOST_WAITING = 64;

export interface ListenerOptions {
  host: string;
  port: number;
  /**
   * Reviews in progress at once; one more gets 503 before its body is read, and the API server continues
   * without it.
   */
  maxConcurrent: number;
  proof: Proof;
  review: (request: AdmissionRequest) => AdmissionVerdict | Promise<AdmissionVerdict>;
  /** Called for every review of the API server rejected for load. */
  shed: () => void;
  /** Called for every review whose sender proved nothing. */
  unproven: () => void;
}

/** A cluster has a few API servers; what nobody proved for longest is forgotten. */
const MOST = 64;

/** The addresses that reviews of the API server came from, which strangers cannot join. */
class KnownAddresses {
  private readonly addresses = new Set<string>();

  has(address: string | undefined): boolean {
    return address !== undefined && this.addresses.has(address);
  }

  add(address: string | undefined): void {
    if (address === undefined) return;
    this.addresses.delete(address);
    this.addresses.add(address);
    const [oldest] = this.addresses;
    if (this.addresses.size > MOST && oldest !== undefined) this.addresses.delete(oldest);
  }
}

/** The webhook's own HTTPS server, separate from the dashboard's. */
export class WebhookListener {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private readonly lanes = new Set<FastLane>();
  private readonly unprovenPeers = new ConnectionLimits(MOST_UNPROVEN);
  private readonly known = new KnownAddresses();
  private readonly intake: Intake;
  private readonly httpLane: HttpLane;
  private readonly senders = new WeakMap<Socket, Sender>();
  private handshakes?: Handshakes;
  private cancelCheck = (): void => {};

  constructor(private readonly options: ListenerOptions) {
    this.intake = new Intake({
      most: options.maxConcurrent,
      smallBytes: SMALL_BYTES,
      mostSmallBytes: MOST_SMALL_BYTES,
      mostLargeBytes: MOST_LARGE_BYTES,
      mostWaiting: MOST_WAITING,
    });
    this.httpLane = new HttpLane({
      intake: this.intake,
      answerer: (socket, path) => this.answererFor(socket, path),
      shed: options.shed,
      unproven: options.unproven,
      isClosing: () => this.server === undefined,
    });
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
        requestCert: this.options.proof.byCertificate,
        // Who shows no certificate is answered too.
        rejectUnauthorized: false,
        keepAliveTimeout: KEEP_ALIVE_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: REQUEST_TIMEOUT_MS,
        handshakeTimeout: REQUEST_TIMEOUT_MS,
        connectionsCheckingInterval: STALLED_CHECK_MS,
        noDelay: true,
        keepAlive: true,
      },
      (request, response) => this.httpLane.serve(request, response),
    );
    this.openBackend(server);
    this.openLanes(server);
    // Broken handshakes and connections are the client's fault: there is nobody to answer.
    server.on('tlsClientError', ignore);
    server.on('clientError', (_error, socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      const { port, host } = this.options;
      server.listen({ port, host, backlog: BACKLOG }, () => {
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
    this.handshakes?.close();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    for (const lane of this.lanes) lane.endIfIdle();
    const cancel = wallClock.after(CLOSE_WITHIN_MS, () => {
      for (const socket of this.sockets) socket.destroy();
    });
    await closed;
    cancel();
  }

  /** Every connection waits for its handshake, as a stranger. */
  private openBackend(server: Server): void {
    const secure = server.listeners('connection');
    server.removeAllListeners('connection');
    const begin = (socket: Socket) => {
      for (const one of secure) one.call(server, socket);
    };
    const handshakes = new Handshakes(wallClock, begin, (socket) => this.known.has(socket.remoteAddress));
    this.handshakes = handshakes;
    server.on('connection', (socket: Socket) => {
      this.meet(socket);
      handshakes.add(socket);
    });
  }

  private meet(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    this.sockets.add(socket);
    this.unprovenPeers.add({ remoteAddress, remotePort, destroy: () => socket.destroy() });
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.unprovenPeers.remove({ remoteAddress, remotePort });
    });
  }

  /** Every connection starts in its own fast lane, and is served by `server` if the lane cannot read it. */
  private openLanes(server: Server): void {
    const serveHttp = server.listeners('secureConnection');
    server.removeAllListeners('secureConnection');
    server.on('secureConnection', (socket: TLSSocket) => {
      const { remoteAddress, remotePort } = socket;
      const known = () => {
        this.known.add(remoteAddress);
        this.unprovenPeers.remove({ remoteAddress, remotePort });
      };
      this.senders.set(socket, new Sender(socket, this.options.proof, known));
      const lane: FastLane = new FastLane(socket, {
        answerer: (path) => this.answererFor(socket, path),
        firstMs: REQUEST_TIMEOUT_MS,
        idleMs: KEEP_ALIVE_MS,
        intake: this.intake,
        handOver: () => {
          this.lanes.delete(lane);
          for (const serve of serveHttp) serve.call(server, socket);
          readInPieces(socket);
        },
        isClosing: () => this.server === undefined,
      });
      this.lanes.add(lane);
      socket.once('close', () => this.lanes.delete(lane));
    });
  }

  /** Reviews what its sender posts to `path`; undefined if nobody knows who that is. */
  private answererFor(
    socket: Socket,
    path: string,
  ): ((body: Buffer) => ReviewAnswer | Promise<ReviewAnswer>) | undefined {
    const trust = this.senders.get(socket)?.trustFor(path);
    if (trust === 'proven') return this.answerProven;
    return trust === 'believed' ? this.answerBelieved : undefined;
  }

  private readonly answerProven = (body: Buffer) => answerTo(body, this.options.review);

  /** Who asks is what anybody may write. */
  private readonly answerBelieved = (body: Buffer) =>
    answerTo(body, ({ userInfo: _claimed, ...request }) => this.options.review(request));

  private check(): void {
    this.intake.giveUpAfter(REQUEST_TIMEOUT_MS);
    this.httpLane.giveUpAfter(REQUEST_TIMEOUT_MS);
    this.cancelCheck = wallClock.after(STALLED_CHECK_MS, () => this.check());
  }
}

function contextOf({ certPem, keyPem, clientCaPem }: ServingMaterial) {
  return {
    cert: certPem,
    key: keyPem,
    minVersion: 'TLSv1.2',
    ...(clientCaPem !== undefined && { ca: clientCaPem }),
  } as const;
}

function ignore(): void {}
