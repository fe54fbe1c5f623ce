import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Few enough that sockets do not wait; counted, so that the order of work does not depend on the machine. */
const SLICE_KEYS = 16;

/**
 * Keys to be reconciled, each at most once at a time: a key added while it is handled is handled again
 * afterwards. A handler that throws is retried with doubling delays on the given clock. Long queues are
 * processed in short slices so that sockets are served in between.
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly active = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Map<string, () => void>();
  private scheduled = false;
  private stopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly handle: (key: string) => Promise<void> | void,
    private readonly concurrency = 8,
  ) {}

  add(key: string): void {
    if (this.stopped) return;
    this.waiting.add(key);
    this.schedule();
  }

  /** Adds the key after `ms`, replacing an earlier delay of the same key. */
  addAfter(key: string, ms: number): void {
    if (this.stopped) return;
    this.timers.get(key)?.();
    this.timers.set(
      key,
      this.clock.after(ms, () => {
        this.timers.delete(key);
        this.add(key);
      }),
    );
  }

  idle(): boolean {
    return this.waiting.size === 0 && this.active.size === 0;
  }

  stop(): void {
    this.stopped = true;
    this.waiting.clear();
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }

  private schedule(): void {
    if (this.scheduled || this.stopped) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.work();
    });
  }

  private work(): void {
    let left = SLICE_KEYS;
    for (const key of this.waiting) {
      if (this.active.size >= this.concurrency) return;
      if (this.active.has(key)) continue;
      if (left-- === 0) {
        this.schedule();
        return;
      }
      this.waiting.delete(key);
      this.run(key);
    }
  }

  private run(key: string): void {
    try {
      const pending = this.handle(key);
      if (!pending) {
        this.succeed(key);
        return;
      }
      this.active.add(key);
      pending
        .then(
          () => this.succeed(key),
          (error: unknown) => this.fail(key, error),
        )
        .finally(() => {
          this.active.delete(key);
          if (this.waiting.size > 0) this.schedule();
        });
    } catch (error) {
      this.fail(key, error);
    }
  }

  private succeed(key: string): void {
    this.failures.delete(key);
  }

  private fail(key: string, error: unknown): void {
    const failures = (this.failures.get(key) ?? 0) + 1;
    this.failures.set(key, failures);
    this.log.debug({ key, failures, err: error }, 'Reconciling failed and will be tried again');
    this.addAfter(key, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(20, failures - 1)));
  }
}
