import { memoryBytes } from '../objects/units';
import type { Aggregate } from './aggregate';
import type { ModelSettings, SampleOutcome } from './cluster-types';
import type { LifeStart } from './observation';

/** One record of doubles per container, so that a sample touches one cache line. */
const LAST_CPU_MS = 0;
const LAST_MEMORY_MS = 1;
const WINDOW_END_MS = 2;
const MEMORY_PEAK = 3;
const OOM_PEAK = 4;
const MEMORY_REQUEST = 5;
const FIRST_CPU_MS = 6;
const FIRST_MEMORY_MS = 7;
const STARTED_MS = 8;
const IS_AFTER_KILL = 9;
const MEMORY_LIMIT = 10;
const RECORD = 11;
const NEVER = Number.NEGATIVE_INFINITY;
const MILLICORES_PER_CORE = 1000;
/** A model of one workload is made for each that is looked at. */
const FIRST_CAPACITY = 16;

/**
 * The state of each live container besides its aggregate: the time of its last samples and the memory peak of its
 * current aggregation window. Containers are numbered; numbers are reused once released (VPA 1.8,
 * pkg/recommender/model, container.go, `ContainerState`).
 */
export class ContainerTable {
  private records = new Float64Array(FIRST_CAPACITY * RECORD);
  private readonly free: number[] = [];
  private used = 0;

  constructor(private readonly settings: ModelSettings) {}

  get count(): number {
    return this.used - this.free.length;
  }

  add(): number {
    const id = this.free.pop() ?? this.used++;
    if (this.used * RECORD > this.records.length) this.grow();
    const at = id * RECORD;
    this.records.fill(0, at, at + RECORD);
    this.records.fill(NEVER, at + LAST_CPU_MS, at + WINDOW_END_MS + 1);
    this.records.fill(NEVER, at + FIRST_CPU_MS, at + STARTED_MS + 1);
    return id;
  }

  remove(id: number): void {
    this.free.push(id);
  }

  /** @param limit in bytes; 0 without one */
  setMemory(id: number, request: number, limit: number): void {
    this.records[id * RECORD + MEMORY_REQUEST] = request;
    this.records[id * RECORD + MEMORY_LIMIT] = limit;
  }

  setLife(id: number, { startMs, isAfterKill }: LifeStart): void {
    this.records[id * RECORD + STARTED_MS] = startMs;
    this.records[id * RECORD + IS_AFTER_KILL] = isAfterKill ? 1 : 0;
  }

  private lifeOf(id: number): LifeStart | undefined {
    const startMs = this.field(id, STARTED_MS);
    return startMs === NEVER ? undefined : { startMs, isAfterKill: this.field(id, IS_AFTER_KILL) === 1 };
  }

  memoryRequestOf(id: number): number {
    return this.field(id, MEMORY_REQUEST);
  }

  /** Leaves out a sample that is not newer than the container's last one. */
  addCpu(id: number, aggregate: Aggregate, timeMs: number, millicores: number, samples = 1): SampleOutcome {
    const at = id * RECORD + LAST_CPU_MS;
    const lastMs = this.records[at] ?? NEVER;
    if (!(timeMs > lastMs)) return 'not-newer';
    if (lastMs === NEVER) this.records[id * RECORD + FIRST_CPU_MS] = timeMs;
    aggregate.addCpu(timeMs, millicores, samples);
    if (aggregate.observers) aggregate.tell('cpu', millicores / MILLICORES_PER_CORE, timeMs, id);
    this.records[at] = timeMs;
    return 'accepted';
  }

  /** Leaves out a sample older than the container's last one. */
  addMemory(id: number, aggregate: Aggregate, timeMs: number, bytes: number): SampleOutcome {
    const lastMs = this.field(id, LAST_MEMORY_MS);
    if (timeMs < lastMs) return 'not-newer';
    if (lastMs === NEVER) this.records[id * RECORD + FIRST_MEMORY_MS] = timeMs;
    this.takeMemory(id, aggregate, timeMs, bytes, MEMORY_PEAK);
    if (aggregate.observers) aggregate.tell('memory', bytes, timeMs, id, this.lifeOf(id));
    return 'accepted';
  }

  /**
   * Adds what the container would have needed: the larger of `usedBytes` and its ordinary peak, plus the
   * bump. Peaks of earlier kills do not count, or each kill would raise the next estimate. Kills are told late, so one
   * counts until an interval before the last memory sample (VPA 1.8, pkg/recommender/model, container.go, `RecordOOM`).
   */
  addOom(id: number, aggregate: Aggregate, timeMs: number, usedBytes: number): SampleOutcome {
    if (timeMs < this.field(id, LAST_MEMORY_MS) - this.intervalOf(aggregate)) return 'oom-too-old';
    const used = Math.max(usedBytes, this.field(id, MEMORY_PEAK));
    const ratio = aggregate.overrides?.oomBumpUpRatio ?? this.settings.oomBumpUpRatio;
    const bump = aggregate.overrides?.oomMinBumpUpBytes ?? this.settings.oomMinBumpUpBytes;
    const needed = Math.max(used + memoryBytes(bump), memoryBytes(used * ratio));
    this.takeMemory(id, aggregate, timeMs, needed, OOM_PEAK);
    aggregate.oomCount++;
    if (aggregate.observers) {
      const limit = this.field(id, MEMORY_LIMIT);
      if (limit > 0) aggregate.tell('killed-at', limit, timeMs, id);
      aggregate.tell('oom', needed, timeMs, id);
    }
    return 'accepted';
  }

  /** Whether a sample of this time or earlier was taken. */
  hasCpuBy(id: number, timeMs: number): boolean {
    const firstMs = this.field(id, FIRST_CPU_MS);
    return firstMs !== NEVER && firstMs <= timeMs;
  }

  hasMemoryBy(id: number, timeMs: number): boolean {
    const firstMs = this.field(id, FIRST_MEMORY_MS);
    return firstMs !== NEVER && firstMs <= timeMs;
  }

  /**
   * Lets the container continue from where `past`, its own past, ended: if its first samples fall into the
   * window that was open then, both share one peak.
   */
  continueFrom(past: number, id: number, aggregate: Aggregate): void {
    const at = id * RECORD;
    const windowEndMs = this.field(past, WINDOW_END_MS);
    const ownEndMs = this.field(id, WINDOW_END_MS);
    this.records[at + LAST_CPU_MS] = Math.max(this.field(id, LAST_CPU_MS), this.field(past, LAST_CPU_MS));
    if (windowEndMs === NEVER) return;
    if (ownEndMs !== NEVER) {
      if (this.field(id, LAST_MEMORY_MS) >= windowEndMs) return;
      const ownPeak = this.peakOf(id);
      const pastPeak = this.peakOf(past);
      aggregate.subtractMemoryPeak(ownEndMs, ownPeak);
      if (ownPeak > pastPeak) {
        aggregate.subtractMemoryPeak(windowEndMs, pastPeak);
        aggregate.addMemoryPeak(windowEndMs, ownPeak);
      }
    }
    this.records[at + WINDOW_END_MS] = windowEndMs;
    for (const field of [LAST_MEMORY_MS, MEMORY_PEAK, OOM_PEAK])
      this.records[at + field] = Math.max(this.field(id, field), this.field(past, field));
  }

  /**
   * The peak of the window open at `nowMs`, and that window's end, up to which the metrics show it again;
   * undefined if no window is open, or if its peak is that of a kill, which is seen only once.
   */
  openPeak(id: number, nowMs: number): { windowEndMs: number; bytes: number } | undefined {
    const windowEndMs = this.field(id, WINDOW_END_MS);
    const ordinaryPeak = this.field(id, MEMORY_PEAK);
    if (!(nowMs < windowEndMs) || this.field(id, OOM_PEAK) > ordinaryPeak) return undefined;
    return { windowEndMs, bytes: ordinaryPeak };
  }

  /** The peak that counts for the window open at `nowMs`, even that of a kill; undefined if none is open. */
  countedPeak(id: number, nowMs: number): { windowEndMs: number; bytes: number } | undefined {
    const windowEndMs = this.field(id, WINDOW_END_MS);
    const bytes = this.peakOf(id);
    return nowMs < windowEndMs && bytes > 0 ? { windowEndMs, bytes } : undefined;
  }

  /**
   * One peak counts per container and window. The first sample closes a window at once and so opens the next;
   * a sample past the end moves the window on by whole intervals.
   */
  private takeMemory(
    id: number,
    aggregate: Aggregate,
    timeMs: number,
    bytes: number,
    kind: typeof MEMORY_PEAK | typeof OOM_PEAK,
  ): void {
    const at = id * RECORD;
    this.records[at + LAST_MEMORY_MS] = timeMs;
    const known = this.field(id, WINDOW_END_MS);
    let windowEndMs = known === NEVER ? timeMs : known;
    if (timeMs < windowEndMs) {
      const oldPeak = this.peakOf(id);
      if (oldPeak === 0 || bytes <= oldPeak) return;
      aggregate.subtractMemoryPeak(windowEndMs, oldPeak);
    } else {
      const interval = this.intervalOf(aggregate);
      const past = timeMs - windowEndMs;
      windowEndMs += past - (past % interval) + interval;
      this.records[at + WINDOW_END_MS] = windowEndMs;
      this.records[at + MEMORY_PEAK] = 0;
      this.records[at + OOM_PEAK] = 0;
    }
    aggregate.addMemoryPeak(windowEndMs, bytes);
    this.records[at + kind] = bytes;
  }

  private peakOf(id: number): number {
    return Math.max(this.field(id, MEMORY_PEAK), this.field(id, OOM_PEAK));
  }

  private intervalOf(aggregate: Aggregate): number {
    return aggregate.overrides?.memoryAggregationIntervalMs ?? this.settings.memoryAggregationIntervalMs;
  }

  private field(id: number, column: number): number {
    return this.records[id * RECORD + column] ?? 0;
  }

  private grow(): void {
    const larger = new Float64Array(this.records.length * 2);
    larger.set(this.records);
    this.records = larger;
  }
}
