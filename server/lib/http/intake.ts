/**
 * Who means well sends a body at once; one that is still arriving after this time is dropped if another needs its
 * place.
 */
const PATIENCE_MS = 1_000;

export interface IntakeLimits {
  /** Bodies at once. */
  most: number;
  /** A body up to this size is small. Small and large ones have budgets of their own, so that neither waits for the other. */
  smallBytes: number;
  /** Of all small bodies together, and of all large ones. */
  mostSmallBytes: number;
  mostLargeBytes: number;
  /** Of all bodies from one address; none by default. */
  mostBytesOfAddress?: number;
  /** Bodies that may wait for a place. */
  mostWaiting?: number;
}

/** A body that somebody wants to send. */
export interface Arrival {
  /** As its head states. */
  readonly bytes: number;
  readonly address: string;
  /** Ends its connection. */
  readonly giveUp: () => void;
}

/** Room for one body; released when it is answered or its connection ends. */
export interface IntakeCapacity {
  /** Its body is complete. */
  arrived(): void;
  leave(): void;
}

interface Arriving {
  readonly sinceMs: number;
  readonly arrival: Arrival;
  readonly leave: () => void;
}

interface Waiter {
  readonly arrival: Arrival;
  readonly enter: (place: IntakeCapacity) => void;
}

/** Bounds what is received at once, by number and by the bytes that the heads state, before any of it is read. */
export class Intake {
  private inHand = 0;
  private smallBytes = 0;
  private largeBytes = 0;
  private readonly ofAddress = new Map<string, number>();
  /** Those whose body is not complete yet, oldest first. */
  private readonly arriving = new Set<Arriving>();
  private readonly waiting = new Set<Waiter>();

  constructor(private readonly limits: IntakeLimits) {}

  /** Bytes promised to bodies in progress. */
  get bytes(): number {
    return this.smallBytes + this.largeBytes;
  }

  isSmall(bytes: number): boolean {
    return bytes <= this.limits.smallBytes;
  }

  hasSpaceFor({ bytes, address }: Pick<Arrival, 'bytes' | 'address'>): boolean {
    const { most, mostSmallBytes, mostLargeBytes, mostBytesOfAddress } = this.limits;
    if (this.inHand >= most) return false;
    if (mostBytesOfAddress !== undefined && (this.ofAddress.get(address) ?? 0) + bytes > mostBytesOfAddress)
      return false;
    return this.isSmall(bytes)
      ? this.smallBytes + bytes <= mostSmallBytes
      : this.largeBytes + bytes <= mostLargeBytes;
  }

  /** A place, also that of a body which has been arriving for too long; undefined if there is none. */
  enter(arrival: Arrival): IntakeCapacity | undefined {
    while (!this.hasSpaceFor(arrival)) if (!this.giveUpOldest(PATIENCE_MS, arrival)) return undefined;
    return this.take(arrival);
  }

  /** Calls `enter` once there is room. Returns what ends the wait; undefined if too many wait already. */
  enterLater(arrival: Arrival, enter: (place: IntakeCapacity) => void): (() => void) | undefined {
    if (this.waiting.size >= (this.limits.mostWaiting ?? 0)) return undefined;
    const waiter = { arrival, enter };
    this.waiting.add(waiter);
    return () => this.waiting.delete(waiter);
  }

  /** Drops every body that has been arriving for `ms` or longer, and for those that wait also the merely slow. */
  giveUpAfter(ms: number): void {
    while (this.giveUpOldest(ms));
    for (const { arrival } of this.waiting) if (!this.giveUpOldest(PATIENCE_MS, arrival)) return;
  }

  private take(arrival: Arrival): IntakeCapacity {
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      this.arriving.delete(entry);
      this.count(arrival, -1);
      this.letIn();
    };
    const entry: Arriving = { sinceMs: performance.now(), arrival, leave };
    this.arriving.add(entry);
    this.count(arrival, 1);
    return { arrived: () => this.arriving.delete(entry), leave };
  }

  private count({ bytes, address }: Arrival, sign: 1 | -1): void {
    this.inHand += sign;
    if (this.isSmall(bytes)) this.smallBytes += sign * bytes;
    else this.largeBytes += sign * bytes;
    if (this.limits.mostBytesOfAddress === undefined) return;
    const left = (this.ofAddress.get(address) ?? 0) + sign * bytes;
    if (left > 0) this.ofAddress.set(address, left);
    else this.ofAddress.delete(address);
  }

  private letIn(): void {
    for (const waiter of this.waiting) {
      if (!this.hasSpaceFor(waiter.arrival)) continue;
      this.waiting.delete(waiter);
      waiter.enter(this.take(waiter.arrival));
    }
  }

  /** Drops the one that has been arriving longest, of the same size as `instead`, if that is `ms` or longer. */
  private giveUpOldest(ms: number, instead?: Arrival): boolean {
    for (const entry of this.arriving) {
      if (performance.now() - entry.sinceMs < ms) return false;
      if (instead && this.inHand < this.limits.most && !this.isAlike(entry.arrival, instead)) continue;
      entry.leave();
      entry.arrival.giveUp();
      return true;
    }
    return false;
  }

  private isAlike(one: Arrival, other: Arrival): boolean {
    return this.isSmall(one.bytes) === this.isSmall(other.bytes) || one.address === other.address;
  }
}
