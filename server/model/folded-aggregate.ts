import type { ContainerAggregate } from './aggregate';
import type { Evidence } from './learned';

const HOUR_MS = 3_600_000;

/** The first whole hour not before `ms`. Aggregates expire counted from there. */
export function hourAfter(ms: number): number {
  return Math.ceil(ms / HOUR_MS) * HOUR_MS;
}

/** What several aggregates of one container name learned whose pods are gone for good and that expire together. */
export class FoldedAggregate implements ContainerAggregate {
  readonly container: string;
  readonly learned: Evidence;
  readonly firstSampleMs: number | undefined;
  readonly lastSampleMs: number | undefined;
  readonly sampleCount: number;
  readonly peakCount: number;
  readonly oomCount: number;

  constructor(
    of: ContainerAggregate,
    /** The hour by which they had their last sample, or were created if they never had one. */
    readonly untilMs: number,
  ) {
    this.container = of.container;
    this.learned = of.learned.compact();
    this.firstSampleMs = of.firstSampleMs;
    this.lastSampleMs = of.lastSampleMs;
    this.sampleCount = of.sampleCount;
    this.peakCount = of.peakCount;
    this.oomCount = of.oomCount;
  }
}
