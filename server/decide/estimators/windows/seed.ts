import type { ContainerAggregate } from '../../../model/aggregate';
import type { Histogram } from '../../../model/histogram';
import type { Signal } from '../../../model/signals';
import { histogramsOf } from '../percentile/learned-histograms';
import type { DecayedBuckets } from './decayed-buckets';
import { WINDOW_MS } from './open-window';

/** The usage that is kept of every container, as if it had come in windows of its own. */
export interface Seed {
  readonly histograms: Readonly<Record<Signal, Histogram>>;
  /** How many windows the history spans. */
  readonly windows: number;
}

/** Undefined without samples. */
export function seedFrom({ learned, firstSampleMs, lastSampleMs }: ContainerAggregate): Seed | undefined {
  if (firstSampleMs === undefined || lastSampleMs === undefined) return undefined;
  const windows = Math.max(1, Math.floor((lastSampleMs - firstSampleMs) / WINDOW_MS));
  return { histograms: histogramsOf(learned), windows };
}

/** Adds the histogram with `weight` in total. */
export function addSeed(into: DecayedBuckets, histogram: Histogram, weight: number): void {
  if (histogram.isEmpty) return;
  for (let bucket = histogram.firstBucket; bucket <= histogram.lastBucket; bucket++) {
    const share = histogram.weightOf(bucket) / histogram.totalWeight;
    if (share > 0) into.addTo(bucket, share * weight);
  }
}
