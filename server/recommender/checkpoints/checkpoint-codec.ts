import { type ChosenEstimator, SavedEvidenceError } from '../../decide/estimators/estimator';
import { isCount, readTime, textOf } from '../../decide/estimators/saved-values';
import { toKubeTime } from '../../lib/time/clock';
import type { ContainerAggregate } from '../../model/aggregate';
import type { CheckpointState } from '../../model/cluster-types';
import type { VerticalPodAutoscalerCheckpoint } from '../../objects/vpa-types';

/** The only supported version of checkpoints, the reference's. */
export const CHECKPOINT_VERSION = 'v3';

export type CheckpointStatus = NonNullable<VerticalPodAutoscalerCheckpoint['status']>;

/** A checkpoint that cannot be used; `field` is the path, as in `status.cpuHistogram.bucketWeights[176]`. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';

  constructor(
    readonly field: string,
    why: string,
  ) {
    super(`${field} ${why}`);
  }
}

/**
 * The checkpoint status of `aggregate`, exactly as the reference would write it (VPA 1.8, pkg/recommender/model,
 * aggregate_container_state.go, `SaveToCheckpoint`).
 */
export function encodeCheckpoint(
  aggregate: Pick<ContainerAggregate, 'learned' | 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'>,
  nowMs: number,
  estimator: Pick<ChosenEstimator, 'save'>,
): CheckpointStatus {
  return {
    lastUpdateTime: toKubeTime(nowMs),
    version: CHECKPOINT_VERSION,
    ...estimator.save(aggregate.learned),
    firstSampleStart: timeText(aggregate.firstSampleMs),
    lastSampleStart: timeText(aggregate.lastSampleMs),
    ...(aggregate.sampleCount > 0 && { totalSamplesCount: aggregate.sampleCount }),
  };
}

function timeText(ms: number | undefined): string | null {
  return ms === undefined ? null : toKubeTime(ms);
}

/**
 * Parses the status of a checkpoint, whatever it contains.
 * @throws CheckpointError for another version, negative or unreadable numbers, or buckets that do not exist
 */
export function decodeCheckpoint(status: unknown, estimator: Pick<ChosenEstimator, 'load'>): CheckpointState {
  if (typeof status !== 'object' || status === null) throw new CheckpointError('status', 'is missing');
  const saved = status as Readonly<Record<string, unknown>>;
  const { version, totalSamplesCount: sampleCount = 0 } = saved;
  if (version !== CHECKPOINT_VERSION)
    throw new CheckpointError(
      'status.version',
      `is ${textOf(version ?? '')}, only "${CHECKPOINT_VERSION}" can be read`,
    );
  if (!isCount(sampleCount))
    throw new CheckpointError('status.totalSamplesCount', `is ${textOf(sampleCount)}, not a count`);
  try {
    return {
      firstSampleMs: readTime(saved.firstSampleStart, 'firstSampleStart'),
      lastSampleMs: readTime(saved.lastSampleStart, 'lastSampleStart'),
      sampleCount,
      learned: estimator.load(saved),
    };
  } catch (error) {
    if (error instanceof SavedEvidenceError) throw new CheckpointError(`status.${error.field}`, error.why);
    throw error;
  }
}
