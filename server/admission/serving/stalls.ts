import type { Clock } from '../../lib/time/clock';

const EVERY_MS = 250;

/**
 * Whether this process stalled, for instance without CPU: reviews wait meanwhile, though each is answered at
 * once when its turn comes.
 */
export class Stalls {
  private lastMs = performance.now();
  private longestMs = 0;
  private cancel = (): void => {};

  constructor(
    private readonly wallClock: Clock,
    private readonly tolerableMs: number,
  ) {
    this.tick();
  }

  close(): void {
    this.cancel();
  }

  /** What was so far was start-up, when this process has much to do and nobody waits. */
  forget(): void {
    this.lastMs = performance.now();
    this.longestMs = 0;
  }

  /** What was wrong since the last call; undefined if nothing was. */
  fault(): string | undefined {
    this.note();
    const longestMs = this.longestMs;
    this.longestMs = 0;
    return longestMs >= this.tolerableMs
      ? `this process stalled for ${(longestMs / 1000).toFixed(1)} s`
      : undefined;
  }

  private tick(): void {
    this.note();
    this.cancel = this.wallClock.after(EVERY_MS, () => this.tick());
  }

  private note(): void {
    const nowMs = performance.now();
    this.longestMs = Math.max(this.longestMs, nowMs - this.lastMs - EVERY_MS);
    this.lastMs = nowMs;
  }
}
