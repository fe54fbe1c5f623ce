import type { ContainerAggregate } from '../../../model/aggregate';
import type { Evidence } from '../../../model/learned';
import type { Observation } from '../../../model/observation';
import { RESOURCES } from '../../../objects/units';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { HistogramLearning, histogramsOf, type LearnedHistograms } from '../percentile/learned-histograms';
import type { PercentileParameters } from '../percentile/parameters';
import { load, save } from '../percentile/saved-histograms';

/** Closed windows are forgotten once this many more peaks came. */
const FORGET_EVERY = 64;

/** The memory peaks of open windows that were learned here, so that no other is taken back. */
class KnownPeaks {
  private readonly counts = new Map<string, { endMs: number; count: number }>();
  private forgetAt = FORGET_EVERY;

  add(bytes: number, endMs: number): void {
    const key = `${endMs} ${bytes}`;
    const known = this.counts.get(key);
    if (known) known.count++;
    else this.counts.set(key, { endMs, count: 1 });
  }

  /** @returns whether that peak was known */
  remove(bytes: number, endMs: number): boolean {
    const key = `${endMs} ${bytes}`;
    const known = this.counts.get(key);
    if (!known) return false;
    known.count--;
    if (known.count === 0) this.counts.delete(key);
    return true;
  }

  /** Forgets windows that ended before `nowMs`, now and then. */
  forget(nowMs: number): void {
    if (this.counts.size < this.forgetAt) return;
    for (const [key, { endMs }] of this.counts) if (endMs < nowMs) this.counts.delete(key);
    this.forgetAt = this.counts.size + FORGET_EVERY;
  }
}

/** Histograms with half-lives of their own; none while those that every container has will do. */
export class OwnHistograms {
  private readonly peaks = new KnownPeaks();

  private constructor(
    readonly learned: LearnedHistograms | undefined,
    private readonly parameters: PercentileParameters,
  ) {}

  static begin(parameters: PercentileParameters, seed?: ContainerAggregate): OwnHistograms {
    const own = new HistogramLearning(parameters).create();
    if (!seed) return new OwnHistograms(own, parameters);
    const shared = histogramsOf(seed.learned);
    if (RESOURCES.every((resource) => shared[resource].halfLifeMs === parameters[resource].halfLifeMs))
      return new OwnHistograms(undefined, parameters);
    const atMs = seed.lastSampleMs ?? 0;
    for (const resource of RESOURCES) {
      const { buckets, firstBucket, lastBucket, referenceMs, halfLifeMs, highestBeyond } = shared[resource];
      const faded = 2 ** ((referenceMs - atMs) / halfLifeMs);
      for (let bucket = firstBucket; bucket <= lastBucket; bucket++) {
        const middle = (buckets.startOf(bucket) + buckets.endOf(bucket)) / 2;
        const value = bucket < buckets.count - 1 ? middle : Math.max(middle, highestBeyond);
        own[resource].add(value, shared[resource].weightOf(bucket) * faded, atMs);
      }
    }
    return new OwnHistograms(own, parameters);
  }

  /**
   * CPU samples and memory peaks, as they go into the histograms that every container has. A peak from before
   * the beginning stays as it is: it came with the seed.
   */
  observe({ kind, value, timeMs }: Observation): void {
    if (!this.learned) return;
    if (kind === 'cpu') {
      this.learned.learn('cpu', value, timeMs);
      this.peaks.forget(timeMs);
    }
    if (kind === 'peak') {
      this.learned.learn('memory', value, timeMs);
      this.peaks.add(value, timeMs);
    }
    if (kind === 'former-peak' && this.peaks.remove(value, timeMs))
      this.learned.unlearn('memory', value, timeMs);
  }

  save(): SavedEvidence {
    return { halfLivesMs: halfLivesOf(this.parameters), ...(this.learned && save(this.learned)) };
  }

  /** @throws SavedEvidenceError, also for other half-lives */
  static load(saved: SavedEvidence, parameters: PercentileParameters): OwnHistograms {
    if (String(saved.halfLivesMs) !== String(halfLivesOf(parameters)))
      throw new SavedEvidenceError('halfLivesMs', 'are others');
    if (saved.cpuHistogram === undefined) return new OwnHistograms(undefined, parameters);
    return new OwnHistograms(histogramsOf(load(saved, parameters)), parameters);
  }

  /** The history with these histograms in place of the shared ones. */
  over(history: ContainerAggregate): ContainerAggregate {
    const { container, isSidecar, firstSampleMs, lastSampleMs, sampleCount, peakCount, oomCount } = history;
    const learned: Evidence = this.learned ?? history.learned;
    return { container, isSidecar, learned, firstSampleMs, lastSampleMs, sampleCount, peakCount, oomCount };
  }
}

function halfLivesOf(parameters: PercentileParameters): number[] {
  return RESOURCES.map((resource) => parameters[resource].halfLifeMs);
}
