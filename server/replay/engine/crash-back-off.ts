const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 300_000;
const FORGET_AFTER_MS = 600_000;

/** The kubelet's pause before it starts a container again: none at first, then 10 s doubling to 5 min. */
export class ReplayedBackOff {
  private delayMs = 0;
  private startedMs = Number.NEGATIVE_INFINITY;

  /** @returns the pause after an end at `endedMs` */
  after(endedMs: number): number {
    if (endedMs - this.startedMs > FORGET_AFTER_MS) this.delayMs = 0;
    const pauseMs = this.delayMs;
    this.delayMs = Math.min(LONGEST_DELAY_MS, Math.max(FIRST_DELAY_MS, pauseMs * 2));
    this.startedMs = endedMs + pauseMs;
    return pauseMs;
  }
}
