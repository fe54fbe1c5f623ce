import type { ContainerAggregate } from './aggregate';
import type { Evidence } from './learned';

const HOUR_MS = 3_600_000;

/** The first whole hour at or after `ms`, from which the expiry of aggregates is counted. */
export function hourAfter(ms: number): number {
  return Math.ceil(ms / HOUR_MS) * HOUR_MS;
}

/** The sum of aggregates of one container name whose pods are gone for good and that expire together. */
export class FoldedAggregate implements ContainerAggregate {
  readonly container: string;
  readonly isSidecar: boolean;
  readonly learned: Evidence;
  readonly firstSampleMs: number | undefined;
  readonly lastSampleMs: number | undefined;
  readonly sampleCount: number;
  readonly peakCount: number;
  readonly oomCount: number;

  constructor(
    of: ContainerAggregate,
    /** The hour of their last sample, or of their creation if they had none. */
    readonly untilMs: number,
  ) {
    this.container = of.container;
    this.isSidecar = of.isSidecar;
    this.learned = of.learned.compact();
    this.firstSampleMs = of.firstSampleMs;
    this.lastSampleMs = of.lastSampleMs;
    this.sampleCount = of.sampleCount;
    this.peakCount = of.peakCount;
    this.oomCount = of.oomCount;
  }
}
