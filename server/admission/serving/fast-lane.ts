import type { TLSSocket } from 'node:tls';
import { wallClock } from '../../clock';
import type { Intake, IntakeRoom } from '../../intake';
import { ArrivingBody } from './arriving-body';
import type { ReviewAnswer } from './review-body';

type Answerer = (body: Buffer) => ReviewAnswer | Promise<ReviewAnswer>;

interface FastLaneOptions {
  /** Answers reviews posted to this path; undefined if their sender is not believed. */
  answerer: (path: string) => Answerer | undefined;
  /** How long a connection may be silent before its first review, and between two. */
  firstMs: number;
  idleMs: number;
  intake: Intake;
  /** Takes over a connection that sent something else; the bytes can be read again. */
  handOver: (socket: TLSSocket) => void;
  /** Whether this answer is the last of its connection. */
  isClosing: () => boolean;
}

/** A review that is arriving, or complete (nothing missing) and being answered. */
interface Posted {
  readonly body: ArrivingBody;
  readonly place: IntakeRoom;
  readonly answer: Answerer;
}

const HEAD_END = '\r\n\r\n';
const PLAIN_HEADER =
  /^(?!transfer-encoding:|connection:|expect:|upgrade:|te:|trailer:|content-length:)[a-z0-9-]+:[\t -~]*$/i;
const LENGTH_HEADER = /^content-length: *(\d{1,9})$/i;

/**
 * Reads the reviews of one connection without the layers of an HTTP server, which cost as much as the reviews
 * do: plain posts with a content length, one after another. Anything else is left to an HTTP server.
 */
export class FastLane {
  private posted?: Posted;
  /** The head of the last post and what it said: most are alike. */
  private lastHead = '';
  private lastPost: PlainPost | undefined;
  /** What came after the review that is being answered. */
  private ahead?: Buffer;

  constructor(
    private readonly socket: TLSSocket,
    private readonly options: FastLaneOptions,
  ) {
    socket.on('data', this.take).on('close', this.forget).on('timeout', this.end).on('error', ignore);
    socket.setTimeout(options.firstMs);
  }

  /** Ends the connection, after the answer to its current review if there is one. */
  endIfIdle(): void {
    if (!this.posted) this.end();
  }

  private readonly end = (): void => {
    this.socket.destroy();
  };

  private readonly forget = (): void => {
    this.posted?.place.leave();
    this.posted = undefined;
  };

  private readonly take = (chunk: Buffer): void => {
    const { posted } = this;
    if (!posted) this.begin(chunk);
    else if (posted.body.missing > 0) this.add(posted, chunk);
    else {
      this.ahead = this.ahead ? Buffer.concat([this.ahead, chunk]) : chunk;
      this.socket.pause();
    }
  };

  private begin(chunk: Buffer): void {
    const headEnd = chunk.indexOf(HEAD_END);
    const posted = headEnd < 0 ? undefined : this.admit(chunk.toString('latin1', 0, headEnd));
    if (!posted) {
      this.leaveTo(chunk);
      return;
    }
    this.posted = posted;
    this.add(posted, chunk.subarray(headEnd + HEAD_END.length));
  }

  /** The small review that this head announces, given a place; undefined if the fast lane does not take it. */
  private admit(head: string): Posted | undefined {
    const { intake, answerer } = this.options;
    if (head !== this.lastHead) {
      this.lastPost = plainPost(head);
      this.lastHead = head;
    }
    if (!this.lastPost || !intake.isSmall(this.lastPost.length)) return undefined;
    const { path, length: bytes } = this.lastPost;
    const answer = answerer(path);
    const arrival = { bytes, address: '', giveUp: this.end };
    const place = answer && intake.hasRoomFor(arrival) ? intake.enter(arrival) : undefined;
    return answer && place && { body: new ArrivingBody(bytes), place, answer };
  }

  private add(posted: Posted, chunk: Buffer): void {
    this.ahead = posted.body.add(chunk);
    if (posted.body.missing > 0) return;
    posted.place.arrived();
    const answer = posted.answer(posted.body.bytes);
    if (answer instanceof Promise) void answer.then((settled) => this.send(settled));
    else this.send(answer);
  }

  private send(answer: ReviewAnswer): void {
    const { socket, options, ahead } = this;
    if (!this.posted) return;
    this.forget();
    if (options.isClosing()) {
      socket.end(textOf(answer, 'connection: close\r\n'), 'latin1');
      return;
    }
    socket.write(textOf(answer, ''), 'latin1');
    if (socket.timeout !== options.idleMs) socket.setTimeout(options.idleMs);
    if (!ahead) return;
    this.ahead = undefined;
    socket.resume();
    this.begin(ahead);
  }

  private leaveTo(chunk: Buffer): void {
    const { socket, options } = this;
    socket.off('data', this.take).off('close', this.forget).off('timeout', this.end).off('error', ignore);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(chunk);
    options.handOver(socket);
    socket.resume();
  }
}

/** A post with nothing unusual in its head. */
interface PlainPost {
  readonly path: string;
  /** Of its body, in bytes. */
  readonly length: number;
}

const POST_LINE = /^POST (\/[!->@-~]*)(?:\?[!-~]*)? HTTP\/1\.1$/;

/** What a head says; undefined unless it is a plain post. */
function plainPost(head: string): PlainPost | undefined {
  const [first = '', ...headers] = head.split('\r\n');
  const path = POST_LINE.exec(first)?.[1];
  if (path === undefined) return undefined;
  let length: number | undefined;
  let hasHost = false;
  for (const header of headers) {
    if (PLAIN_HEADER.test(header)) hasHost ||= header.slice(0, 5).toLowerCase() === 'host:';
    else {
      const stated = LENGTH_HEADER.exec(header)?.[1];
      if (stated === undefined || length !== undefined) return undefined;
      length = Number(stated);
    }
  }
  return hasHost && length !== undefined ? { path, length } : undefined;
}

const REASONS: Readonly<Record<ReviewAnswer['status'], string>> = { 200: 'OK', 400: 'Bad Request' };
let dateSecond = 0;
let dateText = '';

function textOf({ status, type, body }: ReviewAnswer, more: string): string {
  const second = Math.floor(wallClock.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return `HTTP/1.1 ${status} ${REASONS[status]}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\ndate: ${dateText}\r\n${more}\r\n${body}`;
}

function ignore(): void {}
