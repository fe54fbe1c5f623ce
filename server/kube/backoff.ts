export interface BackoffSettings {
  firstMs: number;
  longestMs: number;
}

/** Doubling pauses, each shortened by a random part of its half so that many callers do not come at once. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly settings: BackoffSettings,
    private readonly random: () => number = Math.random,
  ) {}

  /** How often it failed in a row. */
  get count(): number {
    return this.failures;
  }

  /** The pause after one more failure. */
  nextMs(): number {
    const { firstMs, longestMs } = this.settings;
    const wholeMs = Math.min(longestMs, firstMs * 2 ** Math.min(this.failures, 30));
    this.failures++;
    return wholeMs * (1 - this.random() / 2);
  }

  reset(): void {
    this.failures = 0;
  }
}
