export interface BackoffSettings {
  firstMs: number;
  longestMs: number;
}

/** Failures counted at most; beyond that the pause is the longest anyway. */
const MOST_DOUBLINGS = 30;

/**
 * The pause in milliseconds after this many failures in a row: the first pause, doubled by each further
 * failure.
 */
export function backoffMs({ firstMs, longestMs }: BackoffSettings, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS));
}

/** Doubling pauses, each shortened at random by up to half so that many callers do not come at once. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly settings: BackoffSettings,
    private readonly random: () => number = Math.random,
  ) {}

  /** Failures in a row. */
  get count(): number {
    return this.failures;
  }

  /** Counts a failure and returns the pause after it, in milliseconds. */
  nextMs(): number {
    this.failures++;
    return backoffMs(this.settings, this.failures) * (1 - this.random() / 2);
  }

  reset(): void {
    this.failures = 0;
  }
}
