import type { Allowance } from './plan-input';

/** A token bucket: at most `burst` at once and one every `everyMs` on average, in the caller's clock. */
export class Bucket {
  private tokens: number;

  constructor(
    private readonly everyMs: number,
    private readonly burst: number,
    private refilledAtMs: number,
  ) {
    this.tokens = burst;
  }

  allowance(nowMs: number): Allowance {
    this.refill(nowMs);
    const left = Math.floor(this.tokens);
    return { left, nextMs: Math.ceil(nowMs + (left + 1 - this.tokens) * this.everyMs) };
  }

  isFull(nowMs: number): boolean {
    this.refill(nowMs);
    return this.tokens >= this.burst;
  }

  spend(nowMs: number): void {
    this.refill(nowMs);
    this.tokens -= 1;
  }

  private refill(nowMs: number): void {
    const passedMs = Math.max(0, nowMs - this.refilledAtMs);
    this.tokens = Math.min(this.burst, this.tokens + passedMs / this.everyMs);
    this.refilledAtMs = nowMs;
  }
}
