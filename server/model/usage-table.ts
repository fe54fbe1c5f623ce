/** The newest usage of one container; CPU in millicores, memory in bytes. */
export interface ContainerUsage {
  readonly atMs: number;
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
}

const AT_MS = 0;
const CPU = 1;
const MEMORY = 2;
/** The least memory since a time, and in the window before that. */
const LOW = 3;
const LOW_SINCE = 4;
const LOW_BEFORE = 5;
const RECORD = 6;
const FIRST_CAPACITY = 1024;

/** The newest usage by container number. Plain doubles, so that a pass leaves no garbage behind. */
export class UsageTable {
  private records = new Float64Array(FIRST_CAPACITY * RECORD).fill(Number.NaN);

  /** @param windowMs over which the least memory is kept; 0 keeps none */
  constructor(private readonly windowMs = 0) {}

  set(id: number, { atMs, cpuMillicores, memoryBytes }: ContainerUsage): void {
    const at = id * RECORD;
    while (at + RECORD > this.records.length) this.grow();
    this.records[at + AT_MS] = atMs;
    this.records[at + CPU] = cpuMillicores ?? Number.NaN;
    this.records[at + MEMORY] = memoryBytes ?? Number.NaN;
    if (memoryBytes !== undefined && this.windowMs > 0) this.noteLow(at, atMs, memoryBytes);
  }

  /** The least memory within one to two windows; undefined if nothing was set in the last one. */
  lowOf(id: number): { bytes: number; sinceMs: number } | undefined {
    const [low, sinceMs, before] = [LOW, LOW_SINCE, LOW_BEFORE].map((column) => this.field(id, column));
    if (low === undefined || sinceMs === undefined || Number.isNaN(low)) return undefined;
    const hasBefore = before !== undefined && !Number.isNaN(before);
    return hasBefore
      ? { bytes: Math.min(low, before), sinceMs: sinceMs - this.windowMs }
      : { bytes: low, sinceMs };
  }

  private noteLow(at: number, atMs: number, bytes: number): void {
    const sinceMs = this.records[at + LOW_SINCE] ?? Number.NaN;
    if (atMs < sinceMs + this.windowMs) {
      this.records[at + LOW] = Math.min(this.records[at + LOW] ?? bytes, bytes);
      return;
    }
    const isNext = atMs < sinceMs + 2 * this.windowMs;
    this.records[at + LOW_BEFORE] = isNext ? (this.records[at + LOW] ?? Number.NaN) : Number.NaN;
    this.records[at + LOW] = bytes;
    this.records[at + LOW_SINCE] = isNext ? sinceMs + this.windowMs : atMs;
  }

  /** Undefined if nothing was set since the number was given out. */
  get(id: number): ContainerUsage | undefined {
    const atMs = this.field(id, AT_MS);
    if (Number.isNaN(atMs)) return undefined;
    const cpuMillicores = this.field(id, CPU);
    const memoryBytes = this.field(id, MEMORY);
    return {
      atMs,
      cpuMillicores: Number.isNaN(cpuMillicores) ? undefined : cpuMillicores,
      memoryBytes: Number.isNaN(memoryBytes) ? undefined : memoryBytes,
    };
  }

  clear(id: number): void {
    this.records.fill(Number.NaN, id * RECORD, (id + 1) * RECORD);
  }

  private field(id: number, column: number): number {
    return this.records[id * RECORD + column] ?? Number.NaN;
  }

  private grow(): void {
    const larger = new Float64Array(this.records.length * 2).fill(Number.NaN);
    larger.set(this.records);
    this.records = larger;
  }
}
