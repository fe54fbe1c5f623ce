import type { HistoryPoint } from '.';

/** Points kept per container; the newest quarter at full rate. */
const CAPACITY = 128;
const FINE = CAPACITY / 4;
const FIRST_SIZE = 16;
const FIELDS = ['target', 'lowerBound', 'upperBound', 'request', 'usage'] as const;
/** Confidence, then the fields of CPU, then those of memory. */
const WIDTH = 1 + 2 * FIELDS.length;

type PointAmounts = HistoryPoint['cpu'];

/**
 * The recent past of one container, bounded: recent points fine, older ones coarser. When full, every second
 * point of the older three quarters is dropped, so that the span grows while the newest points stay. Numbers
 * are in flat arrays, since there is one per container; single precision is enough for drawing.
 */
export class History {
  private times = new Float64Array(FIRST_SIZE);
  private values = new Float32Array(FIRST_SIZE * WIDTH);
  private count = 0;

  /** The time of the newest point. */
  get lastMs(): number | undefined {
    return this.count > 0 ? this.times[this.count - 1] : undefined;
  }

  /** Appends a point; one that is not newer than the last replaces it. */
  add(point: HistoryPoint): void {
    const lastMs = this.lastMs;
    if (lastMs !== undefined && point.atMs <= lastMs) this.count--;
    if (this.count === CAPACITY) this.thin();
    if (this.count === this.times.length) this.grow();
    this.times[this.count] = point.atMs;
    const at = this.count * WIDTH;
    this.values[at] = point.confidence;
    this.write(at + 1, point.cpu);
    this.write(at + 1 + FIELDS.length, point.memory);
    this.count++;
  }

  /** Oldest first. */
  list(): HistoryPoint[] {
    return Array.from({ length: this.count }, (_, index) => {
      const at = index * WIDTH;
      return {
        atMs: this.times[index] ?? 0,
        confidence: this.values[at] ?? 0,
        cpu: this.read(at + 1),
        memory: this.read(at + 1 + FIELDS.length),
      };
    });
  }

  private write(at: number, amounts: PointAmounts): void {
    for (const [index, field] of FIELDS.entries()) this.values[at + index] = amounts[field] ?? Number.NaN;
  }

  private read(at: number): PointAmounts {
    const amounts: PointAmounts = {};
    for (const [index, field] of FIELDS.entries()) {
      const value = this.values[at + index];
      if (value !== undefined && !Number.isNaN(value)) amounts[field] = value;
    }
    return amounts;
  }

  private grow(): void {
    const size = Math.min(this.times.length * 2, CAPACITY);
    const { times, values } = this;
    this.times = new Float64Array(size);
    this.times.set(times);
    this.values = new Float32Array(size * WIDTH);
    this.values.set(values);
  }

  private thin(): void {
    let kept = 0;
    for (let index = 0; index < this.count; index++) {
      if (index < this.count - FINE && index % 2 === 1) continue;
      this.times[kept] = this.times[index] ?? 0;
      this.values.copyWithin(kept * WIDTH, index * WIDTH, (index + 1) * WIDTH);
      kept++;
    }
    this.count = kept;
  }
}
