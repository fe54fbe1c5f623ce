import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Arrival, Intake, type IntakeCapacity, type IntakeLimits } from '../../lib/http/intake';
import { AppError } from '../../lib/report/errors';
import { wallClock } from '../../lib/time/clock';
import { READING_METHODS, requestRefusal } from './request-guard';
import { sendError } from './send-error';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Of all bodies in flight. Next keeps a body twice while it reads it. */
const LIMITS: IntakeLimits = {
  most: 256,
  smallBytes: 64 * KIB,
  mostSmallBytes: 8 * MIB,
  mostLargeBytes: 16 * MIB,
  mostBytesOfAddress: 12 * MIB,
  mostWaiting: 16,
};
const MOST_IGNORED_BYTES = 4 * KIB;
const SLOW_CHECK_MS = 1_000;
/** As long as a client waits for a page. */
const MOST_WAIT_MS = 10_000;

interface GateOptions {
  /** Names this process answers to besides loopback. */
  allowedHosts: readonly string[];
  /** The most bytes a body for this path may have; undefined where nothing takes one. */
  mostBytes: (path: string) => number | undefined;
  /** Why this sender may send no body; undefined if they may. */
  refusalOfSender: (request: IncomingMessage, path: string) => Promise<AppError | undefined>;
  limits?: IntakeLimits;
}

/**
 * Refuses a body by the head of its request, before any of it is read: Next reads a body whole before it asks whose it
 * is. What remains has a budget in bytes. Requests without a body pass at once.
 */
export class BodyGate {
  private readonly intake: Intake;
  private cancelCheck = (): void => {};
  private isChecking = false;

  constructor(private readonly options: GateOptions) {
    this.intake = new Intake(options.limits ?? LIMITS);
  }

  /** Answers the request, or calls `pass` once there is room for its body. */
  async admit(request: IncomingMessage, response: ServerResponse, pass: () => void): Promise<void> {
    if (!hasBody(request) || isIgnored(request)) {
      pass();
      return;
    }
    const path = request.url?.split('?')[0] ?? '/';
    const refusal = this.refusalByHead(request, path) ?? (await this.options.refusalOfSender(request, path));
    if (refusal) refuseUnread(request, response, refusal);
    else if (!request.socket.destroyed) this.receive(request, response, pass);
  }

  /** What is promised to bodies in flight. */
  get bytes(): number {
    return this.intake.bytes;
  }

  private refusalByHead({ method = '', headers }: IncomingMessage, path: string): AppError | undefined {
    const caller = { method, path, header: (name: string) => headers[name]?.toString() ?? null };
    const refusal = requestRefusal(caller, this.options.allowedHosts);
    if (refusal) return refusal;
    const most = this.options.mostBytes(path);
    if (most === undefined || READING_METHODS.has(method))
      return new AppError('bad-request', `${method} ${path} takes no body`);
    const length = headers['content-length'];
    if (length === undefined) return new AppError('no-length');
    return Number(length) > most ? new AppError('too-large', `a body has at most ${most} bytes`) : undefined;
  }

  private receive(request: IncomingMessage, response: ServerResponse, pass: () => void): void {
    const arrival: Arrival = {
      bytes: Number(request.headers['content-length']),
      address: request.socket.remoteAddress ?? '',
      giveUp: () => request.destroy(),
    };
    const enter = (place: IntakeCapacity) => {
      response.once('close', place.leave);
      request.once('end', place.arrived);
      passOnceWhole(request, pass);
    };
    const place = this.intake.enter(arrival);
    if (place) enter(place);
    else this.wait(arrival, enter, request, response);
    this.check();
  }

  private wait(
    arrival: Arrival,
    enter: (place: IntakeCapacity) => void,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const refuse = () => refuseUnread(request, response, new AppError('busy'));
    const cancel = this.intake.enterLater(arrival, (place) => {
      stopWaiting();
      enter(place);
    });
    if (!cancel) {
      refuse();
      return;
    }
    const stopWaiting = wallClock.after(MOST_WAIT_MS, () => {
      cancel();
      refuse();
    });
    response.once('close', () => {
      stopWaiting();
      cancel();
    });
  }

  /** While bodies are in flight, the slow ones make room for those that wait. */
  private check(): void {
    if (this.isChecking || this.intake.bytes === 0) return;
    this.isChecking = true;
    this.cancelCheck = wallClock.after(SLOW_CHECK_MS, () => {
      this.isChecking = false;
      this.intake.giveUpAfter(Number.POSITIVE_INFINITY);
      this.check();
    });
  }

  close(): void {
    this.cancelCheck();
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Some programs send a small body where nothing reads one, which then waits in the buffers of its connection. */
function isIgnored({ method = '', headers }: IncomingMessage): boolean {
  return READING_METHODS.has(method) && Number(headers['content-length']) <= MOST_IGNORED_BYTES;
}

/**
 * Passes a request on once all of its body waits in the buffer of its stream, or once that is full. For one whose sender
 * goes away before, Next would make a whole page of an error that nobody reads.
 */
function passOnceWhole(request: IncomingMessage, pass: () => void): void {
  const whole = Math.min(Number(request.headers['content-length']), request.readableHighWaterMark);
  const look = () => {
    if (request.readableLength < whole) return;
    request.off('readable', look);
    pass();
  };
  request.on('readable', look);
}

/** So long a body that nothing wants is read and dropped: who still sends would lose the answer with the connection. */
export const LINGERS_MS = 500;

/** Answers once the body has ended, or soon, and ends the connection, since nothing reads on from there. */
function refuseUnread(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const answer = () => {
    request.off('end', answer);
    cancel();
    sendError(response, error, { connection: 'close' });
  };
  const cancel = wallClock.after(LINGERS_MS, answer);
  response.once('close', cancel);
  request.once('end', answer);
  request.resume();
}
