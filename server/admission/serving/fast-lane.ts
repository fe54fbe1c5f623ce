import type { TLSSocket } from 'node:tls';
import type { Intake, IntakeCapacity } from '../../lib/http/intake';
import { wallClock } from '../../lib/time/clock';
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
  readonly place: IntakeCapacity;
  readonly answer: Answerer;
}

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const PLAIN_HEADER =
  /^(?!transfer-encoding:|connection:|expect:|upgrade:|te:|trailer:|content-length:)[a-z0-9-]+:[\t -~]*$/i;
const LENGTH_HEADER = /^content-length: *(\d{1,9})$/i;
const DIGITS = /^\d{1,9}$/;

/**
 * Reads the reviews of one connection without the layers of an HTTP server, which cost as much as the reviews
 * do: plain posts with a content length, one after another. Anything else is left to an HTTP server.
 */
export class FastLane {
  private posted?: Posted;
  /** That of the last post: the next one has the same, or another length in it. */
  private head?: PlainHead;
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
    let bytes = this.head && lengthIn(head, this.head);
    if (bytes === undefined) {
      this.head = plainHead(head);
      bytes = this.head && lengthIn(head, this.head);
    }
    if (!this.head || bytes === undefined || !intake.isSmall(bytes)) return undefined;
    const answer = answerer(this.head.path);
    const arrival = { bytes, address: '', giveUp: this.end };
    const place = answer && intake.hasSpaceFor(arrival) ? intake.enter(arrival) : undefined;
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

/** The head of a post with nothing unusual in it, but for the length of its body. */
interface PlainHead {
  readonly path: string;
  /** What comes before and after the digits of the length. */
  readonly before: string;
  readonly after: string;
}

const POST_LINE = /^POST (\/[!->@-~]*)(?:\?[!-~]*)? HTTP\/1\.1$/;

/** Undefined unless it is that of a plain post. */
function plainHead(head: string): PlainHead | undefined {
  const [first = '', ...headers] = head.split(LINE_END);
  const path = POST_LINE.exec(first)?.[1];
  if (path === undefined) return undefined;
  let lengthEndsAt: number | undefined;
  let digits = '';
  let hasHost = false;
  let endsAt = first.length;
  for (const header of headers) {
    endsAt += LINE_END.length + header.length;
    if (PLAIN_HEADER.test(header)) hasHost ||= header.slice(0, 5).toLowerCase() === 'host:';
    else {
      const stated = LENGTH_HEADER.exec(header)?.[1];
      if (stated === undefined || lengthEndsAt !== undefined) return undefined;
      lengthEndsAt = endsAt;
      digits = stated;
    }
  }
  if (!hasHost || lengthEndsAt === undefined) return undefined;
  return { path, before: head.slice(0, lengthEndsAt - digits.length), after: head.slice(lengthEndsAt) };
}

/** The length that this head states, in bytes; undefined if it differs from the other in more than that. */
function lengthIn(head: string, { before, after }: PlainHead): number | undefined {
  if (!head.startsWith(before) || !head.endsWith(after)) return undefined;
  const digits = head.slice(before.length, head.length - after.length);
  return DIGITS.test(digits) ? Number(digits) : undefined;
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
