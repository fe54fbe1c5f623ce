import { toKubeTime } from '../../../lib/time/clock';
import { YEAR_ONE_MS } from '../../../model/decay';
import type { HistogramCheckpointState } from '../../../model/histogram';
import type { Evidence } from '../../../model/learned';
import { SIGNALS } from '../../../model/signals';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isCount, objectIn, readTime, textOf } from '../saved-values';
import { HistogramLearning, histogramsOf } from './learned-histograms';
import type { PercentileParameters } from './parameters';

/** A histogram as the reference writes it: bucket index → 1…10000, the heaviest bucket being 10000. */
interface SavedHistogram {
  referenceTimestamp?: string | null;
  bucketWeights?: Record<string, number>;
  totalWeight?: number;
}

/** Both histograms exactly as the reference writes them. */
export function save(learned: Evidence): SavedEvidence {
  const { cpu, memory } = histogramsOf(learned);
  return {
    cpuHistogram: encodeHistogram(cpu.toCheckpoint()),
    memoryHistogram: encodeHistogram(memory.toCheckpoint()),
  };
}

/** @throws SavedEvidenceError for negative or unreadable numbers and for buckets that do not exist */
export function load(saved: SavedEvidence, parameters: PercentileParameters): Evidence {
  const learned = new HistogramLearning(parameters).create();
  for (const signal of ['cpu', 'memory'] as const) {
    const field = `${signal}Histogram`;
    learned[signal].addCheckpoint(decodeHistogram(saved[field], field, SIGNALS[signal].buckets.count));
  }
  return learned;
}

/**
 * Of an empty histogram, the reference leaves out buckets and weight (VPA 1.8, pkg/recommender/util, histogram.go,
 * `SaveToChekpoint`).
 */
export function encodeHistogram({
  referenceMs,
  bucketWeights,
  totalWeight,
}: HistogramCheckpointState): SavedHistogram {
  return {
    referenceTimestamp: referenceMs === YEAR_ONE_MS ? null : toKubeTime(referenceMs),
    ...(bucketWeights.size > 0 && { bucketWeights: Object.fromEntries(bucketWeights) }),
    ...(totalWeight > 0 && { totalWeight }),
  };
}

/**
 * Reads one histogram of `bucketCount` buckets; `field` is its path, for the message.
 * @throws SavedEvidenceError
 */
export function decodeHistogram(
  saved: unknown,
  field: string,
  bucketCount: number,
): HistogramCheckpointState {
  const { referenceTimestamp, totalWeight = 0, bucketWeights } = objectIn(saved, field);
  if (typeof totalWeight !== 'number' || !Number.isFinite(totalWeight) || totalWeight < 0)
    throw new SavedEvidenceError(`${field}.totalWeight`, `is ${textOf(totalWeight)}, not a weight`);
  const weights = new Map<number, number>();
  for (const [key, weight] of Object.entries(objectIn(bucketWeights, `${field}.bucketWeights`))) {
    const place = `${field}.bucketWeights[${key}]`;
    const bucket = Number(key);
    if (!/^-?\d+$/.test(key) || bucket < 0 || bucket >= bucketCount)
      throw new SavedEvidenceError(place, `is not a bucket; buckets run from 0 to ${bucketCount - 1}`);
    if (!isCount(weight))
      throw new SavedEvidenceError(place, `is ${textOf(weight)}, not a whole weight of at least 0`);
    weights.set(bucket, weight);
  }
  const referenceMs = readTime(referenceTimestamp, `${field}.referenceTimestamp`) ?? YEAR_ONE_MS;
  return { referenceMs, totalWeight, bucketWeights: weights };
}
