import type { Clock } from '../clock';

/** At most `burst` at once and `qps` a second on average, first come, first served. */
export class TokenBucket {
  private tokens: number;
  private refilledAtMs: number;

  constructor(
    private readonly qps: number,
    private readonly burst: number,
    private readonly clock: Clock,
  ) {
    this.tokens = burst;
    this.refilledAtMs = clock.steady();
  }

  /** Resolves when the caller may go; rejects with the signal's reason if it aborts first. */
  async take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const now = this.clock.steady();
    this.tokens = Math.min(
      this.burst,
      this.tokens + (Math.max(0, now - this.refilledAtMs) / 1000) * this.qps,
    );
    this.refilledAtMs = now;
    this.tokens -= 1;
    if (this.tokens >= 0) return;
    await this.clock.sleep((-this.tokens / this.qps) * 1000, signal);
    if (!signal?.aborted) return;
    this.tokens += 1;
    signal.throwIfAborted();
  }
}
