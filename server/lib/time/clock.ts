/**
 * Time, injected. Only this file reads the system clock or sets a timer. A process has two clocks: the
 * cluster clock may run accelerated and dates samples, pods and decisions; the wall clock governs sockets,
 * leases, certificates and rate limits.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, in this clock's time. */
  now(): number;
  /**
   * The same, but not moved when somebody sets the system clock: for durations within this process. It may rest while
   * the machine is suspended.
   */
  steady(): number;
  /** Milliseconds of this clock per real millisecond. */
  readonly speed: number;
  /** Resolves after `ms` of this clock's time, or early and silently when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `task` once after `ms` of this clock's time; the returned function cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** A clock that can be made faster or slower; what waits for it waits for the same time of it. */
export interface PacedClock extends Clock {
  /** From now on it runs `speed` times as fast as real time. */
  pace(speed: number): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * What to set a timer of Node to so that it never comes before `ms`: Node leaves out parts of a millisecond, and reckons
 * with a time of which they are left out too.
 */
function timerMs(ms: number): number {
  return ms <= 0 ? 0 : Math.min(Math.ceil(ms) + 1, LONGEST_TIMER_MS);
}

/** Waiting for a timer or for the signal, the same for every clock. */
export abstract class SleepingClock implements Clock {
  abstract now(): number;
  abstract steady(): number;
  abstract readonly speed: number;
  abstract after(ms: number, task: () => void): () => void;

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        cancel();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.after(ms, done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}

class WallClock extends SleepingClock {
  readonly speed = 1;

  now(): number {
    return Date.now();
  }

  steady(): number {
    return performance.timeOrigin + performance.now();
  }

  after(ms: number, task: () => void): () => void {
    const timer = setTimeout(task, timerMs(ms));
    return () => clearTimeout(timer);
  }
}

/** A timer of a clock whose speed may change. */
interface Waiting {
  dueMs: number;
  task: () => void;
  timer: NodeJS.Timeout;
}

class AcceleratedClock extends SleepingClock implements PacedClock {
  private readonly waiting = new Set<Waiting>();
  private sinceAt = performance.now();

  constructor(
    private sinceMs: number,
    public speed: number,
  ) {
    super();
  }

  now(): number {
    return Math.floor(this.sinceMs + (performance.now() - this.sinceAt) * this.speed);
  }

  steady(): number {
    return this.now();
  }

  pace(speed: number): void {
    if (speed === this.speed) return;
    const at = performance.now();
    this.sinceMs += (at - this.sinceAt) * this.speed;
    this.sinceAt = at;
    this.speed = speed;
    for (const one of this.waiting) {
      clearTimeout(one.timer);
      one.timer = this.timerFor(one);
    }
  }

  after(ms: number, task: () => void): () => void {
    const one = { dueMs: this.now() + Math.max(0, ms), task } as Waiting;
    one.timer = this.timerFor(one);
    this.waiting.add(one);
    return () => {
      clearTimeout(one.timer);
      this.waiting.delete(one);
    };
  }

  private timerFor(one: Waiting): NodeJS.Timeout {
    const fire = () => {
      this.waiting.delete(one);
      one.task();
    };
    return setTimeout(fire, timerMs((one.dueMs - this.now()) / this.speed));
  }
}

export const wallClock: Clock = new WallClock();

/** Whether somebody may set how fast it runs. */
export function isPaced(clock: Clock): clock is PacedClock {
  return clock instanceof AcceleratedClock;
}

/** A clock that starts at `startMs` (Unix milliseconds) and runs `speed` times as fast as real time. */
export function acceleratedClock(startMs: number, speed: number): PacedClock {
  return new AcceleratedClock(startMs, speed);
}

/** Another clock moved by `shift`: what it shows differs, what it waits for does not. */
export class ShiftedClock implements Clock {
  constructor(
    private readonly real: Clock,
    private readonly shift: { readonly offMs: number },
  ) {}

  get speed(): number {
    return this.real.speed;
  }

  now(): number {
    return this.real.now() + this.shift.offMs;
  }

  steady(): number {
    return this.real.steady();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.real.sleep(ms, signal);
  }

  after(ms: number, task: () => void): () => void {
    return this.real.after(ms, task);
  }
}

/** Clocks of two processes may differ by so much. */
export const LIKELY_SKEW_MS = 60_000;

/** Whether something noted at `atMs` lies so far ahead that the clock must have been set back since. */
export function isAhead(atMs: number, nowMs: number): boolean {
  return atMs - nowMs > LIKELY_SKEW_MS;
}

/** A moment in this process, as both readings of a clock show it. */
export class Moment {
  private readonly atMs: number;
  private readonly steadyMs: number;

  constructor(private readonly clock: Clock) {
    this.atMs = clock.now();
    this.steadyMs = clock.steady();
  }

  /** The least time that has passed since, in milliseconds, whatever the clock was set to and wherever it rested. */
  get leastAgeMs(): number {
    return this.clock.steady() - this.steadyMs;
  }

  /** The most: a machine that was suspended shows it by the system clock alone. */
  get mostAgeMs(): number {
    return Math.max(this.leastAgeMs, this.clock.now() - this.atMs);
  }
}

/** A clock that moves only by `advance`, which fires the timers it passes in order. */
export class ManualClock extends SleepingClock {
  readonly speed = 1;
  private readonly timers: { due: number; task: () => void }[] = [];
  private setByMs = 0;

  constructor(private nowMs: number) {
    super();
  }

  now(): number {
    return this.nowMs + this.setByMs;
  }

  steady(): number {
    return this.nowMs;
  }

  /** Sets the clock forward, or back, without time passing. */
  set(byMs: number): void {
    this.setByMs += byMs;
  }

  after(ms: number, task: () => void): () => void {
    const timer = { due: this.nowMs + ms, task };
    this.timers.push(timer);
    return () => {
      const index = this.timers.indexOf(timer);
      if (index >= 0) this.timers.splice(index, 1);
    };
  }

  /** Moves time forward by `ms` and fires every timer that falls due, each at its own time. */
  async advance(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.timers.splice(this.timers.indexOf(next), 1);
      this.nowMs = Math.max(this.nowMs, next.due);
      next.task();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.nowMs = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** RFC 3339 with whole seconds, the form Kubernetes writes for metav1.Time. */
export function toKubeTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** RFC 3339 with microseconds, the form Kubernetes writes for metav1.MicroTime. */
export function toKubeMicroTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000Z`;
}
