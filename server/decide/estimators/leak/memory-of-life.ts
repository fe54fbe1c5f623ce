const FIRST_PART_MS = 60_000;
const MOST_PARTS = 16;

/** The least memory in one part of a life. */
export interface LowPoint {
  /** The middle of the part, from the start of the life. */
  readonly ageMs: number;
  readonly bytes: number;
}

/** As plain JSON. */
export interface SavedMemoryOfLife {
  readonly startMs: number;
  readonly lastMs: number;
  readonly peak: number;
  readonly partMs: number;
  /** By part; null where nothing was measured. */
  readonly lows: readonly (number | null)[];
}

/**
 * The memory of one container from its start to its end: the least of each of at most 16 parts of equal length, which
 * become twice as long once they are too few.
 */
export class MemoryOfLife {
  /** By part; NaN where nothing was measured. */
  private lows: number[] = [];
  private partMs = FIRST_PART_MS;
  lastMs: number;
  peakBytes = 0;

  /** @param startMs Unix ms */
  constructor(readonly startMs: number) {
    this.lastMs = startMs;
  }

  get ageMs(): number {
    return this.lastMs - this.startMs;
  }

  /** Differs once another part is over. */
  get partsOver(): number {
    return this.partMs + Math.floor(this.ageMs / this.partMs);
  }

  /** Leaves out what was measured before the start. */
  add(bytes: number, timeMs: number): void {
    const ageMs = timeMs - this.startMs;
    if (ageMs < 0) return;
    while (ageMs >= this.partMs * MOST_PARTS) this.lengthenParts();
    const part = Math.floor(ageMs / this.partMs);
    while (this.lows.length <= part) this.lows.push(Number.NaN);
    this.lows[part] = lesser(this.lows[part], bytes);
    this.lastMs = Math.max(this.lastMs, timeMs);
    this.peakBytes = Math.max(this.peakBytes, bytes);
  }

  /** The parts that are over, without the first quarter of the life, in which any container fills. */
  lowsAfterWarmUp(): LowPoint[] {
    const { lows, partMs, ageMs } = this;
    const points: LowPoint[] = [];
    for (let part = 0; part < lows.length && (part + 1) * partMs <= ageMs; part++) {
      const bytes = lows[part] ?? Number.NaN;
      if (part * partMs >= ageMs / 4 && !Number.isNaN(bytes))
        points.push({ ageMs: (part + 0.5) * partMs, bytes });
    }
    return points;
  }

  save(): SavedMemoryOfLife {
    const { startMs, lastMs, peakBytes: peak, partMs } = this;
    const lows = this.lows.map((bytes) => (Number.isNaN(bytes) ? null : bytes));
    return { startMs, lastMs, peak, partMs, lows };
  }

  static load({ startMs, lastMs, peak, partMs, lows }: SavedMemoryOfLife): MemoryOfLife {
    const life = new MemoryOfLife(startMs);
    life.lastMs = lastMs;
    life.peakBytes = peak;
    life.partMs = partMs;
    life.lows = lows.slice(0, MOST_PARTS).map((bytes) => bytes ?? Number.NaN);
    return life;
  }

  private lengthenParts(): void {
    const { lows } = this;
    this.lows = [];
    for (let part = 0; part < lows.length; part += 2) this.lows.push(lesser(lows[part], lows[part + 1]));
    this.partMs *= 2;
  }
}

/** The lesser of those that are known. */
function lesser(a = Number.NaN, b = Number.NaN): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.min(a, b);
}
