/** The newest usage of one container; CPU in millicores, memory in bytes. */
export interface ContainerUsage {
  readonly atMs: number;
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
}

const AT_MS = 0;
const CPU = 1;
const MEMORY = 2;
const RECORD = 3;
const FIRST_CAPACITY = 1024;

/** The newest usage by container number. Plain doubles, so that a pass leaves no garbage behind. */
export class UsageTable {
  private records = new Float64Array(FIRST_CAPACITY * RECORD).fill(Number.NaN);

  set(id: number, { atMs, cpuMillicores, memoryBytes }: ContainerUsage): void {
    const at = id * RECORD;
    while (at + RECORD > this.records.length) this.grow();
    this.records[at + AT_MS] = atMs;
    this.records[at + CPU] = cpuMillicores ?? Number.NaN;
    this.records[at + MEMORY] = memoryBytes ?? Number.NaN;
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
