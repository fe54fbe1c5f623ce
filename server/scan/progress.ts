export interface ScanProgress {
  /** A part begins, such as `Usage from Prometheus monitoring/prometheus`. */
  begins(part: string): void;
  /** The present part is so far, in units of its own. */
  reached(done: number, total: number): void;
  /** The present part has ended, with what it came to. */
  ended(outcome: string): void;
}

/** Tells nobody. */
export const UNTOLD: ScanProgress = {
  begins: () => undefined,
  reached: () => undefined,
  ended: () => undefined,
};
