export interface BackoffSettings {
  firstMs: number;
  longestMs: number;
}

/** How many doublings are counted; beyond, the pause is the longest anyway. */
const MOST_DOUBLINGS = 30;

/** The pause after so many failures in a row, in milliseconds: the first, doubled by each further one. */
export function backoffMs({ firstMs, longestMs }: BackoffSettings, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS));
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

  /** Counts one more failure; answers the pause after it, in milliseconds. */
  nextMs(): number {
    this.failures++;
    return backoffMs(this.settings, this.failures) * (1 - this.random() / 2);
  }

  reset(): void {
    this.failures = 0;
  }
}
