import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import type { CheckpointStatus } from './checkpoint-codec';

/**
 * What a checkpoint is for. Different VPAs and containers can have the same checkpoint name: `a-b` and `c`,
 * `a` and `b-c`.
 */
export interface CheckpointOwner {
  vpa: string;
  container: string;
}

/** The state of one checkpoint object. */
export interface KnownCheckpoint {
  exists: boolean;
  /** Its owner, once known. */
  owner?: CheckpointOwner;
  /** Fingerprints of creations without a definite answer: if one of these turns up, it is our own. */
  readonly sent: Set<string>;
  /** It exists but cannot be read; it is left alone until someone removes it. */
  unusable: boolean;
  /** Read or written by this process: the model has its content, and more since. */
  inModel: boolean;
  /** Wall clock; 0 if this process never wrote it. */
  writtenAtMs: number;
  /** What the container had learned when it was last written. */
  mark: string;
  samples: number;
  peaks: number;
  missingFromWorkload: number;
  /** It is marked as that of a native sidecar. */
  isSidecar: boolean;
}

export function unknownCheckpoint(): KnownCheckpoint {
  return {
    exists: false,
    sent: new Set(),
    unusable: false,
    inModel: false,
    writtenAtMs: 0,
    mark: '',
    samples: 0,
    peaks: 0,
    missingFromWorkload: 0,
    isSidecar: false,
  };
}

/**
 * Notes that `checkpoint` exists, and its owner: one owner's content in the model says nothing about the
 * next.
 */
export function found(known: KnownCheckpoint, { spec }: VerticalPodAutoscalerCheckpoint): CheckpointOwner {
  const owner = ownerOf(spec);
  known.exists = true;
  if (known.owner && !isSameCheckpoint(known.owner, owner)) known.inModel = false;
  known.owner = owner;
  return owner;
}

/** Names that are no texts, as where the CRD has no schema, are those of nobody. */
export function ownerOf(spec: Partial<VerticalPodAutoscalerCheckpoint>['spec']): CheckpointOwner {
  return { vpa: textOrNone(spec?.vpaObjectName), container: textOrNone(spec?.containerName) };
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isSameCheckpoint(a: CheckpointOwner, b: CheckpointOwner): boolean {
  return a.vpa === b.vpa && a.container === b.container;
}

/** Identifies what a process wrote at a time. */
export function fingerprintOf(status: CheckpointStatus | undefined): string {
  const { lastUpdateTime, totalSamplesCount, cpuHistogram, memoryHistogram } = status ?? {};
  const counts = [totalSamplesCount, cpuHistogram?.totalWeight, memoryHistogram?.totalWeight];
  return [lastUpdateTime, ...counts.map((count) => count ?? 0)].join(' ');
}
