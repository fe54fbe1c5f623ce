import { Aggregate, type ContainerAggregate } from '../../../model/aggregate';
import type { Resource } from '../../../objects/units';
import { type HistogramLearning, histogramsOf } from '../percentile/learned-histograms';

const HOUR_MS = 3_600_000;

/**
 * What was learned of one node: the same decaying histograms as of a container, of the sums over its pods.
 * Every sum of CPU is a sample; of memory, the peak of every hour is, since a peak is what a node must hold.
 */
export class NodeHistory {
  private readonly aggregate: Aggregate;
  private peak: { endMs: number; bytes: number } | undefined;

  /** @param sinceMs when it began, Unix ms */
  constructor(
    learning: Pick<HistogramLearning, 'create'>,
    readonly sinceMs: number,
  ) {
    this.aggregate = new Aggregate('', learning.create(), sinceMs);
  }

  /** First and last sample and their number, as of a container. */
  get counts(): Pick<ContainerAggregate, 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'> {
    return this.aggregate;
  }

  /** From the first sample to the last, in milliseconds. */
  get spanMs(): number {
    const { firstSampleMs, lastSampleMs } = this.aggregate;
    return firstSampleMs === undefined || lastSampleMs === undefined ? 0 : lastSampleMs - firstSampleMs;
  }

  /** Adds the sums of one round: millicores of CPU, bytes of memory. */
  learn(used: Readonly<Record<Resource, number>>, nowMs: number): void {
    this.aggregate.addCpu(nowMs, used.cpu);
    this.learnPeak(used.memory, nowMs);
  }

  /** The end of the bucket at the share `fraction`, in cores or bytes; 0 without samples. */
  percentile(resource: Resource, fraction: number): number {
    return this.histogramOf(resource).percentile(fraction);
  }

  /** Values from here on are in the last bucket, which has no end; in cores or bytes. */
  endOfScale(resource: Resource): number {
    const { buckets } = this.histogramOf(resource);
    return buckets.startOf(buckets.count - 1);
  }

  /** Whether the last sample lies in the future: the clock was set back, and later samples would weigh nothing. */
  isAhead(nowMs: number): boolean {
    return nowMs < (this.aggregate.lastSampleMs ?? nowMs) - HOUR_MS;
  }

  private learnPeak(bytes: number, nowMs: number): void {
    const { peak, aggregate } = this;
    if (peak && nowMs < peak.endMs) {
      if (bytes <= peak.bytes) return;
      aggregate.subtractMemoryPeak(peak.endMs, peak.bytes);
      aggregate.addMemoryPeak(peak.endMs, bytes);
      this.peak = { endMs: peak.endMs, bytes };
    } else {
      this.peak = { endMs: nowMs + HOUR_MS, bytes };
      aggregate.addMemoryPeak(nowMs + HOUR_MS, bytes);
    }
  }

  private histogramOf(resource: Resource) {
    return histogramsOf(this.aggregate.learned)[resource];
  }
}
