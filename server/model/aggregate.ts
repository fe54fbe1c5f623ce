import type { CheckpointState, HistoryOverrides } from './cluster-types';
import type { DecayingHistogram, Histogram } from './histogram';

/** Every CPU sample weighs the same, whatever the container asked for. */
const CPU_SAMPLE_WEIGHT = 0.1;
const MEMORY_PEAK_WEIGHT = 1;
const MILLICORES_PER_CORE = 1000;

/** Everything learned about the containers of one name: what an estimate is made from. */
export interface ContainerAggregate {
  readonly container: string;
  /** Usage in cores. */
  readonly cpu: Histogram;
  /** Peaks in bytes, one per container and aggregation interval. */
  readonly memory: Histogram;
  /** Time of the first and the last CPU sample, Unix ms; absent when there was none. */
  readonly firstSampleMs: number | undefined;
  readonly lastSampleMs: number | undefined;
  /** CPU samples taken. */
  readonly sampleCount: number;
  /** Out-of-memory kills recorded since this process started. */
  readonly oomCount: number;
}

/** An aggregate that samples are added to, or other aggregates merged into. */
export class Aggregate implements ContainerAggregate {
  firstSampleMs: number | undefined;
  lastSampleMs: number | undefined;
  sampleCount = 0;
  oomCount = 0;
  overrides: HistoryOverrides | undefined;

  constructor(
    readonly container: string,
    readonly cpu: DecayingHistogram,
    readonly memory: DecayingHistogram,
    readonly createdMs: number,
  ) {}

  addCpu(timeMs: number, millicores: number): void {
    this.cpu.add(millicores / MILLICORES_PER_CORE, CPU_SAMPLE_WEIGHT, timeMs);
    if (this.lastSampleMs === undefined || timeMs > this.lastSampleMs) this.lastSampleMs = timeMs;
    if (this.firstSampleMs === undefined || timeMs < this.firstSampleMs) this.firstSampleMs = timeMs;
    this.sampleCount++;
  }

  addMemoryPeak(windowEndMs: number, bytes: number): void {
    this.memory.add(bytes, MEMORY_PEAK_WEIGHT, windowEndMs);
  }

  subtractMemoryPeak(windowEndMs: number, bytes: number): void {
    this.memory.subtract(bytes, MEMORY_PEAK_WEIGHT, windowEndMs);
  }

  merge(other: ContainerAggregate): void {
    this.cpu.merge(other.cpu);
    this.memory.merge(other.memory);
    this.firstSampleMs = earlier(this.firstSampleMs, other.firstSampleMs);
    this.lastSampleMs = later(this.lastSampleMs, other.lastSampleMs);
    this.sampleCount += other.sampleCount;
    this.oomCount += other.oomCount;
  }

  clear(): void {
    this.cpu.clear();
    this.memory.clear();
    this.firstSampleMs = undefined;
    this.lastSampleMs = undefined;
    this.sampleCount = 0;
    this.oomCount = 0;
  }

  /** Takes over a checkpoint in place of all it held. */
  load(checkpoint: CheckpointState): void {
    this.clear();
    this.cpu.addCheckpoint(checkpoint.cpu);
    this.memory.addCheckpoint(checkpoint.memory);
    this.firstSampleMs = checkpoint.firstSampleMs;
    this.lastSampleMs = checkpoint.lastSampleMs;
    this.sampleCount = checkpoint.sampleCount;
  }
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

function later(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
