import { performance } from 'node:perf_hooks';
import { SleepingClock, wallClock } from '@/server/lib/time/clock';

/** Milliseconds that the event loop of this process has waited for something to do, since it began. */
export type IdleTime = () => number;

const idleOfProcess: IdleTime = () => performance.eventLoopUtilization().idle;

interface Waiting {
  readonly dueMs: number;
  /** Undefined once it was called off. */
  task: (() => void) | undefined;
}

/**
 * A clock that stands still while this process works, and never passes what waits for it: however slow or busy the
 * machine, what takes no time in the cluster takes none on this clock. For clusters that live in one process alone:
 * work of another would take no time either.
 */
export class IdleClock extends SleepingClock {
  /** By the time each is due; of two due at once the one that began to wait first. */
  private readonly waiting: Waiting[] = [];
  private sinceIdleMs: number;
  private armedMs: number | undefined;
  private stopTimer: (() => void) | undefined;

  /**
   * @param sinceMs Unix milliseconds at which it starts
   * @param pacedBy how many times as fast as the time that the process is idle
   * @param speed what those go by that do less on a fast clock, for the sake of the machine
   */
  constructor(
    private sinceMs: number,
    private pacedBy: number,
    readonly speed = 1,
    private readonly idle: IdleTime = idleOfProcess,
  ) {
    super();
    this.sinceIdleMs = this.idle();
  }

  now(): number {
    return Math.floor(Math.min(this.reachedMs(), this.next()?.dueMs ?? Number.POSITIVE_INFINITY));
  }

  steady(): number {
    return this.now();
  }

  /** From now on it runs `speed` times as fast. */
  pace(speed: number): void {
    this.sinceMs = this.now();
    this.sinceIdleMs = this.idle();
    this.pacedBy = speed;
    this.armedMs = undefined;
    this.arm();
  }

  after(ms: number, task: () => void): () => void {
    const one: Waiting = { dueMs: this.now() + Math.max(0, ms), task };
    const at = this.waiting.findLastIndex(({ dueMs }) => dueMs <= one.dueMs);
    this.waiting.splice(at + 1, 0, one);
    this.arm();
    return () => {
      this.standStill();
      one.task = undefined;
      this.arm();
    };
  }

  /** What it would show if nothing waited. */
  private reachedMs(): number {
    return this.sinceMs + (this.idle() - this.sinceIdleMs) * this.pacedBy;
  }

  private next(): Waiting | undefined {
    while (this.waiting[0] && !this.waiting[0].task) this.waiting.shift();
    return this.waiting[0];
  }

  /** What it did not show for something that waited is not made up for. */
  private standStill(): void {
    const next = this.next();
    if (!next || this.reachedMs() <= next.dueMs) return;
    this.sinceMs = next.dueMs;
    this.sinceIdleMs = this.idle();
  }

  private arm(): void {
    const next = this.next();
    if (next && next.dueMs === this.armedMs) return;
    this.stopTimer?.();
    this.armedMs = next?.dueMs;
    if (next) this.stopTimer = wallClock.after((next.dueMs - this.reachedMs()) / this.pacedBy, this.fire);
  }

  private readonly fire = (): void => {
    this.armedMs = undefined;
    const next = this.next();
    if (next && this.reachedMs() >= next.dueMs) {
      this.standStill();
      const { task } = next;
      this.waiting.shift();
      setImmediate(() => this.arm());
      task?.();
      return;
    }
    this.arm();
  };
}
