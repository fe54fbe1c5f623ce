import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Arrival, Intake, type IntakeCapacity } from '../../lib/http/intake';
import { endPipelined } from '../../lib/http/pipelined';
import { wallClock } from '../../lib/time/clock';
import { ArrivingBody } from './arriving-body';
import { type ReviewAnswer, unprovenAnswer } from './review-body';
import { isReviewPath } from './sender';

/** Larger bodies are rejected with 413. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Of senders that nobody knows: their answer is always the same. */
const MAX_UNPROVEN_BYTES = 64 * 1024;
const UNPROVEN_LIMITS = {
  most: 128,
  smallBytes: MAX_UNPROVEN_BYTES,
  mostSmallBytes: 2 * 1024 * 1024,
  mostLargeBytes: 0,
  mostBytesOfAddress: 1024 * 1024,
};

/** How long a connection outlives an answer before whose end its body was not read. */
const LINGERS_MS = 500;

type Answerer = (body: Buffer) => ReviewAnswer | Promise<ReviewAnswer>;

interface HttpLaneOptions {
  /** Of reviews whose sender is believed. */
  intake: Intake;
  /** Answers what this connection posts to the path; undefined if its sender is not believed. */
  answerer: (socket: Socket, path: string) => Answerer | undefined;
  shed: () => void;
  unproven: () => void;
  /** Whether this answer is the last of its connection. */
  isClosing: () => boolean;
}

/** Serves what the fast lane leaves: large reviews, those of strangers, and everything that is no review. */
export class HttpLane {
  private readonly unprovenPeers = new Intake(UNPROVEN_LIMITS);

  constructor(private readonly options: HttpLaneOptions) {}

  /** Answers by the head alone where it can; a body is read only once there is room for it. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    if (endPipelined(request, response)) return;
    const { method, url = '', headers } = request;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    if (method === 'GET' && path === '/healthz') plain(response, 200, 'ok');
    else if (!isReviewPath(path)) turnAway(request, response, 404, 'reviews go to the registered path');
    else if (method !== 'POST') turnAway(request, response, 405, 'reviews are posted');
    else if (headers['content-length'] === undefined)
      turnAway(request, response, 411, 'a review states its length');
    else this.admit(request, response, path, Number(headers['content-length']));
  }

  /** Drops every body of a stranger that has been arriving for `ms` or longer. */
  giveUpAfter(ms: number): void {
    this.unprovenPeers.giveUpAfter(ms);
  }

  private admit(request: IncomingMessage, response: ServerResponse, path: string, bytes: number): void {
    const answerer = this.options.answerer(request.socket, path);
    const most = answerer ? MAX_BODY_BYTES : MAX_UNPROVEN_BYTES;
    const intake = answerer ? this.options.intake : this.unprovenPeers;
    const arrival = {
      bytes,
      address: request.socket.remoteAddress ?? '',
      giveUp: () => request.destroy(),
    };
    if (!answerer) this.options.unproven();
    if (bytes > most) turnAway(request, response, 413, `a review has at most ${most} bytes`);
    else {
      const receive = (place: IntakeCapacity) => this.receive(request, response, place, answerer);
      const place = intake.enter(arrival);
      if (place) receive(place);
      else if (answerer && !intake.isSmall(bytes)) this.letWait(arrival, receive, request, response);
      else this.tooMany(request, response, answerer !== undefined);
    }
  }

  /** Reads a large review once others are done. */
  private letWait(
    arrival: Arrival,
    receive: (place: IntakeCapacity) => void,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const cancel = this.options.intake.enterLater(arrival, receive);
    if (cancel) response.once('close', cancel);
    else this.tooMany(request, response, true);
  }

  private tooMany(request: IncomingMessage, response: ServerResponse, isBelieved: boolean): void {
    if (isBelieved) this.options.shed();
    turnAway(request, response, 503, 'too many reviews at once');
  }

  private receive(
    request: IncomingMessage,
    response: ServerResponse,
    place: IntakeCapacity,
    answerer: Answerer = unprovenAnswer,
  ): void {
    response.once('close', place.leave);
    const body = new ArrivingBody(Number(request.headers['content-length']));
    request.on('data', (part: Buffer) => body.add(part));
    request.on('end', () => {
      place.arrived();
      const answer = answerer(body.bytes);
      if (answer instanceof Promise) void answer.then((settled) => this.send(response, settled));
      else this.send(response, answer);
    });
    request.on('error', ignore);
  }

  private send(response: ServerResponse, { status, type, body }: ReviewAnswer): void {
    // The last review of a closing listener ends its connection, which nobody would serve any more.
    response.shouldKeepAlive &&= !this.options.isClosing();
    answer(response, status, type, body);
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  answer(response, status, 'text/plain', text);
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/**
 * Answers without reading the body: unless there is none, the connection ends soon after the answer. Until then nothing
 * more is read, so that who still sends waits and has time to read the answer.
 */
function turnAway(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
    const type = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) };
    response.writeHead(status, { ...type, connection: 'close' }).write(text);
    response.once(
      'close',
      wallClock.after(LINGERS_MS, () => response.end()),
    );
  } else plain(response, status, text);
}

function ignore(): void {}
