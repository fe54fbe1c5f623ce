/** So many windows are kept: two hours. */
const KEPT = 24;
const NUMBERS = 4;

/** One window that ended. */
export interface LatestWindow {
  readonly window: number;
  readonly mean: number;
  readonly peak: number;
  /** What the statistic was after it. */
  readonly statistic: number;
}

/** The newest windows, for people to see; no estimate needs them. */
export class LatestWindows {
  private readonly numbers = new Float32Array(KEPT * NUMBERS);
  private count = 0;

  add({ window, mean, peak, statistic }: LatestWindow): void {
    this.numbers.set([window, mean, peak, statistic], (this.count % KEPT) * NUMBERS);
    this.count++;
  }

  /** Oldest first. */
  list(): LatestWindow[] {
    const length = Math.min(this.count, KEPT);
    return Array.from({ length }, (_, index) => {
      const at = ((this.count - length + index) % KEPT) * NUMBERS;
      const [window = 0, mean = 0, peak = 0, statistic = 0] = this.numbers.subarray(at, at + NUMBERS);
      return { window, mean, peak, statistic };
    });
  }

  save(): string {
    const numbers = this.list().flatMap(({ window, mean, peak, statistic }) => [
      window,
      mean,
      peak,
      statistic,
    ]);
    return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
  }

  /** Takes what `save` wrote; what is none is left out, since no estimate needs it. */
  load(saved: unknown, newest: number): void {
    const bytes = Buffer.from(typeof saved === 'string' ? saved.slice(0, 4096) : '', 'base64');
    for (let at = 0; at + 16 <= bytes.length && at < KEPT * 16; at += 16) {
      const [window = 0, mean = 0, peak = 0, statistic = 0] = [0, 4, 8, 12].map((byte) =>
        bytes.readFloatLE(at + byte),
      );
      const isWindow = [window, mean, peak, statistic].every(
        (number) => Number.isFinite(number) && number >= 0,
      );
      if (isWindow && window <= newest) this.add({ window, mean, peak, statistic });
    }
  }
}
