import type { VerticalPodAutoscalerCheckpoint } from '@/server/kube/vpa-types';
import type { CheckpointStatus } from './checkpoint-codec';

/** What a checkpoint is of. Different VPAs and containers can make the same name: `a-b` and `c`, `a` and `b-c`. */
export interface CheckpointOwner {
  vpa: string;
  container: string;
}

/** What is known of one checkpoint object. */
export interface KnownCheckpoint {
  exists: boolean;
  /** Whose it is, once that is known. */
  owner?: CheckpointOwner;
  /** Sent to create it without a certain answer, as fingerprints: one of these that turns up is our own. */
  readonly sent: Set<string>;
  /** It is there but cannot be read; it is left alone until someone removes it. */
  unusable: boolean;
  /** Read or written by this process: the model holds what it says, and more since. */
  inModel: boolean;
  /** Wall clock; 0 when this process never wrote it. */
  writtenAtMs: number;
  /** What the container had learned when it was last written. */
  mark: string;
  missingFromWorkload: number;
}

export function unknownCheckpoint(): KnownCheckpoint {
  return {
    exists: false,
    sent: new Set(),
    unusable: false,
    inModel: false,
    writtenAtMs: 0,
    mark: '',
    missingFromWorkload: 0,
  };
}

/** Notes that `checkpoint` is there, and whose it is: what one owner had in the model says nothing of the next. */
export function found(known: KnownCheckpoint, { spec }: VerticalPodAutoscalerCheckpoint): CheckpointOwner {
  const owner = { vpa: spec?.vpaObjectName ?? '', container: spec?.containerName ?? '' };
  known.exists = true;
  if (known.owner && !isSame(known.owner, owner)) known.inModel = false;
  known.owner = owner;
  return owner;
}

export function isSame(a: CheckpointOwner, b: CheckpointOwner): boolean {
  return a.vpa === b.vpa && a.container === b.container;
}

/** Tells apart what different processes, or one at different times, have written. */
export function fingerprintOf(status: CheckpointStatus | undefined): string {
  const { lastUpdateTime, totalSamplesCount, cpuHistogram, memoryHistogram } = status ?? {};
  return [lastUpdateTime, totalSamplesCount, cpuHistogram?.totalWeight, memoryHistogram?.totalWeight].join(
    ' ',
  );
}
