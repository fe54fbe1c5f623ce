import { toKubeTime } from '../../clock';
import type { HistogramCheckpoint, VerticalPodAutoscalerCheckpoint } from '../../kube/vpa-types';
import type { ContainerAggregate } from '../../model/aggregate';
import { CPU_BUCKETS, MEMORY_BUCKETS } from '../../model/bucketing';
import type { CheckpointState } from '../../model/cluster-types';
import { YEAR_ONE_MS } from '../../model/decay';
import type { HistogramCheckpointState } from '../../model/histogram';

/** The one version of checkpoints that is read and written, the reference's. */
export const CHECKPOINT_VERSION = 'v3';

export type CheckpointStatus = NonNullable<VerticalPodAutoscalerCheckpoint['status']>;

/** A checkpoint that cannot be used; `field` names the place, as in `status.cpuHistogram.bucketWeights[176]`. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';

  constructor(
    readonly field: string,
    why: string,
  ) {
    super(`${field} ${why}`);
  }
}

/** The status that states what `aggregate` holds, exactly as the reference would write it. */
export function encodeCheckpoint(
  aggregate: Pick<ContainerAggregate, 'cpu' | 'memory' | 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'>,
  nowMs: number,
): CheckpointStatus {
  return {
    lastUpdateTime: toKubeTime(nowMs),
    version: CHECKPOINT_VERSION,
    cpuHistogram: encodeHistogram(aggregate.cpu.toCheckpoint()),
    memoryHistogram: encodeHistogram(aggregate.memory.toCheckpoint()),
    firstSampleStart: timeText(aggregate.firstSampleMs),
    lastSampleStart: timeText(aggregate.lastSampleMs),
    totalSamplesCount: aggregate.sampleCount,
  };
}

export function encodeHistogram(state: HistogramCheckpointState): HistogramCheckpoint {
  return {
    referenceTimestamp: state.referenceMs === YEAR_ONE_MS ? null : toKubeTime(state.referenceMs),
    bucketWeights: Object.fromEntries(state.bucketWeights),
    totalWeight: state.totalWeight,
  };
}

function timeText(ms: number | undefined): string | null {
  return ms === undefined ? null : toKubeTime(ms);
}

/**
 * Reads the status of a checkpoint.
 * @throws CheckpointError for another version, negative or unreadable numbers, buckets that do not exist.
 */
export function decodeCheckpoint(status: CheckpointStatus | undefined): CheckpointState {
  if (!status) throw new CheckpointError('status', 'is missing');
  if (status.version !== CHECKPOINT_VERSION)
    throw new CheckpointError(
      'status.version',
      `is "${status.version ?? ''}", only "${CHECKPOINT_VERSION}" can be read`,
    );
  const sampleCount = status.totalSamplesCount ?? 0;
  if (!Number.isSafeInteger(sampleCount) || sampleCount < 0)
    throw new CheckpointError('status.totalSamplesCount', `is ${sampleCount}, not a count`);
  return {
    firstSampleMs: readTime(status.firstSampleStart, 'status.firstSampleStart'),
    lastSampleMs: readTime(status.lastSampleStart, 'status.lastSampleStart'),
    sampleCount,
    cpu: decodeHistogram(status.cpuHistogram ?? {}, 'status.cpuHistogram', CPU_BUCKETS.count),
    memory: decodeHistogram(status.memoryHistogram ?? {}, 'status.memoryHistogram', MEMORY_BUCKETS.count),
  };
}

/**
 * Reads one histogram of `bucketCount` buckets; `field` is where it stands, for the message.
 * @throws CheckpointError
 */
export function decodeHistogram(
  checkpoint: HistogramCheckpoint,
  field: string,
  bucketCount: number,
): HistogramCheckpointState {
  const totalWeight = checkpoint.totalWeight ?? 0;
  if (!Number.isFinite(totalWeight) || totalWeight < 0)
    throw new CheckpointError(`${field}.totalWeight`, `is ${totalWeight}, not a weight`);
  const bucketWeights = new Map<number, number>();
  for (const [key, weight] of Object.entries(checkpoint.bucketWeights ?? {})) {
    const place = `${field}.bucketWeights[${key}]`;
    const bucket = Number(key);
    if (!/^-?\d+$/.test(key) || bucket < 0 || bucket >= bucketCount)
      throw new CheckpointError(place, `is no bucket; they run from 0 to ${bucketCount - 1}`);
    if (!Number.isSafeInteger(weight) || weight < 0)
      throw new CheckpointError(place, `is ${weight}, not a whole weight of at least 0`);
    bucketWeights.set(bucket, weight);
  }
  const referenceMs = readTime(checkpoint.referenceTimestamp, `${field}.referenceTimestamp`) ?? YEAR_ONE_MS;
  return { referenceMs, totalWeight, bucketWeights };
}

function readTime(text: string | null | undefined, field: string): number | undefined {
  if (text === null || text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new CheckpointError(field, `is "${text}", not a time`);
  return ms === YEAR_ONE_MS ? undefined : ms;
}
