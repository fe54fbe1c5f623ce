import { type Arrival, Intake, type IntakeCapacity } from '../lib/http/intake';
import type { Clock } from '../lib/time/clock';
import type { Deadline } from '../lib/time/deadline';

/** An overview of the largest cluster has a part of this. */
export const MOST_BYTES = 4 * 1024 * 1024;
/** Sums have a kilobyte. An answer that does not say how long it is has room for this at first. */
const SMALL_BYTES = 64 * 1024;
const LIMITS = {
  most: Number.POSITIVE_INFINITY,
  smallBytes: SMALL_BYTES,
  mostSmallBytes: 8 * 1024 * 1024,
  mostLargeBytes: 24 * 1024 * 1024,
  /** A member that is asked for many people leaves room to others. */
  mostBytesOfAddress: 2 * MOST_BYTES,
  /** Each waits on a connection of its own, and a member has few. */
  mostWaiting: Number.POSITIVE_INFINITY,
};
/** How often one that waits looks for others that arrive too slowly. */
const LOOKS_AFTER_MS = 1_000;

/** Room for what all members answer to a hub that asks for itself, from before it is received until it is read. */
export class AnswerCapacity {
  private readonly intake = new Intake(LIMITS);

  constructor(private readonly wallClock: Pick<Clock, 'after'>) {}

  /** Bytes promised to answers that are received, or wait to be read. */
  get bytes(): number {
    return this.intake.bytes;
  }

  /** @param waitsMs how long it waits for room, and then has for the rest */
  reserveFor(member: string, time: Deadline, waitsMs: number): AnswerReservation {
    return new AnswerReservation(this, { member, time, waitsMs });
  }

  enter(arrival: Arrival): IntakeCapacity | undefined {
    return this.intake.enter(arrival);
  }

  /** Resolves once there is room, if need be that of one which arrives too slowly. Rejects once `signal` aborts. */
  enterLater(arrival: Arrival, signal: AbortSignal): Promise<IntakeCapacity> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      let stopLooking = () => {};
      const look = () => {
        stopLooking = this.wallClock.after(LOOKS_AFTER_MS, look);
        this.intake.giveUpAfter(Number.POSITIVE_INFINITY);
      };
      const end = () => {
        stopLooking();
        signal.removeEventListener('abort', stop);
      };
      const stopWaiting = this.intake.enterLater(arrival, (place) => {
        end();
        resolve(place);
      });
      const stop = () => {
        end();
        stopWaiting?.();
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop);
      stopLooking = this.wallClock.after(LOOKS_AFTER_MS, look);
    });
  }
}

/** The room of one answer. */
export class AnswerReservation {
  private taken: IntakeCapacity | undefined;
  private bytes = 0;

  constructor(
    private readonly capacity: AnswerCapacity,
    private readonly its: { member: string; time: Deadline; waitsMs: number },
  ) {}

  /** Has room for an answer of this length, or for the beginning of one that does not say. Rejects if there is none in time. */
  begin(length: number | undefined): Promise<void> {
    return this.take(length ?? SMALL_BYTES);
  }

  /** Has room for what came so far. The same. */
  async grow(bytes: number): Promise<void> {
    if (bytes > this.bytes) await this.take(MOST_BYTES);
  }

  /** Nobody who waits takes its room any more. */
  arrived(): void {
    this.taken?.arrived();
  }

  leave(): void {
    this.taken?.leave();
  }

  private async take(bytes: number): Promise<void> {
    const { member, time, waitsMs } = this.its;
    const arrival: Arrival = { bytes, address: member, giveUp: time.abort };
    const former = this.taken;
    // It is not slow: it waits for us.
    former?.arrived();
    this.taken = this.capacity.enter(arrival) ?? former;
    if (this.taken === former) {
      time.renew(waitsMs);
      this.taken = await this.capacity.enterLater(arrival, time.signal);
      time.renew(waitsMs);
    }
    this.bytes = bytes;
    former?.leave();
  }
}
