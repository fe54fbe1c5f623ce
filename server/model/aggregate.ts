import { isSidecarKey, nameInKey } from '../objects/container-key';
import type { CheckpointState, HistoryOverrides } from './cluster-types';
import type { Evidence, Learned } from './learned';
import type { LifeStart, Observation, Observer } from './observation';

const MILLICORES_PER_CORE = 1000;

/** Everything learned about the containers of one name and kind, from which estimates are made. */
export interface ContainerAggregate {
  readonly container: string;
  /** Of native sidecars; those of ordinary containers have an aggregate of their own. */
  readonly isSidecar: boolean;
  /**
   * What the estimator keeps of CPU samples and of memory peaks, one per container and aggregation interval.
   */
  readonly learned: Evidence;
  /** Time of the first and the last CPU sample, Unix ms; absent without samples. */
  readonly firstSampleMs: number | undefined;
  readonly lastSampleMs: number | undefined;
  /** Number of CPU samples. */
  readonly sampleCount: number;
  /** Memory peaks, and the OOM kills among them, since this process started. */
  readonly peakCount: number;
  readonly oomCount: number;
}

/** Whether nothing was measured of it: no CPU sample, and no memory, which an OOM kill tells as well. */
export function isUnmeasured({ sampleCount, learned }: ContainerAggregate): boolean {
  return sampleCount === 0 && !learned.has('memory');
}

/**
 * An aggregate that takes samples or merges other aggregates (VPA 1.8, pkg/recommender/model,
 * aggregate_container_state.go, `AggregateContainerState`).
 */
export class Aggregate implements ContainerAggregate {
  firstSampleMs: number | undefined;
  lastSampleMs: number | undefined;
  sampleCount = 0;
  peakCount = 0;
  oomCount = 0;
  overrides: HistoryOverrides | undefined;
  observers: readonly Observer[] | undefined;

  readonly container: string;
  readonly isSidecar: boolean;

  constructor(
    /** See `containerKey`. */
    readonly key: string,
    readonly learned: Learned,
    readonly createdMs: number,
  ) {
    this.container = nameInKey(key);
    this.isSidecar = isSidecarKey(key);
  }

  /** @param samples as how many it counts */
  addCpu(timeMs: number, millicores: number, samples = 1): void {
    this.learned.learn('cpu', millicores / MILLICORES_PER_CORE, timeMs);
    if (this.lastSampleMs === undefined || timeMs > this.lastSampleMs) this.lastSampleMs = timeMs;
    if (this.firstSampleMs === undefined || timeMs < this.firstSampleMs) this.firstSampleMs = timeMs;
    this.sampleCount += samples;
  }

  addMemoryPeak(windowEndMs: number, bytes: number): void {
    this.learned.learn('memory', bytes, windowEndMs);
    this.peakCount++;
    if (this.observers) this.tell('peak', bytes, windowEndMs);
  }

  subtractMemoryPeak(windowEndMs: number, bytes: number): void {
    this.learned.unlearn('memory', bytes, windowEndMs);
    if (this.observers) this.tell('former-peak', bytes, windowEndMs);
  }

  /** Tells the observers; the caller checks that there are any, since samples are many. */
  tell(kind: Observation['kind'], value: number, timeMs: number, instance = 0, life?: LifeStart): void {
    for (const observer of this.observers ?? [])
      observer.observe(this.container, { kind, value, timeMs, instance, life, isSidecar: this.isSidecar });
  }

  merge(other: ContainerAggregate): void {
    this.learned.merge(other.learned);
    this.firstSampleMs = earlier(this.firstSampleMs, other.firstSampleMs);
    this.lastSampleMs = later(this.lastSampleMs, other.lastSampleMs);
    this.sampleCount += other.sampleCount;
    this.peakCount += other.peakCount;
    this.oomCount += other.oomCount;
  }

  clear(): void {
    this.learned.clear();
    this.firstSampleMs = undefined;
    this.lastSampleMs = undefined;
    this.sampleCount = 0;
    this.peakCount = 0;
    this.oomCount = 0;
  }

  /** Loads a checkpoint in place of everything it held. */
  load(checkpoint: CheckpointState): void {
    this.clear();
    this.learned.merge(checkpoint.learned);
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
