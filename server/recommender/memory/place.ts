import type { VerticalPodAutoscalerCheckpoint } from '@/server/kube/vpa-types';
import type { CheckpointStatus } from './checkpoint-codec';

/** The evidence for one container of one VPA, in the form of the reference's checkpoint objects. */
export type KeptCheckpoint = VerticalPodAutoscalerCheckpoint;

/** One checkpoint to write; `status` is computed when its turn comes, since that is costly. */
export interface DueCheckpoint {
  namespace: string;
  vpa: string;
  container: string;
  /** Whether it is believed to exist already. */
  exists: boolean;
  status(): CheckpointStatus | undefined;
  /** `status` was sent to create it, without a definite answer: it may exist anyway. */
  mayExist(status: CheckpointStatus): void;
  /** One of this name exists already. Returns whether it may be replaced, once it is accounted for. */
  meets(existing: KeptCheckpoint): boolean;
  written(): void;
}

export interface WriteLimits {
  /** On the wall clock. */
  deadlineMs: number;
  /** This many are tried even after the deadline. */
  atLeast: number;
  /** Ends the writing early. */
  stopping?: AbortSignal;
}

/** Where evidence survives the process. `Memory` decides what is kept, and when. */
export interface MemoryPlace {
  /** All of one namespace, or of all. @throws KubeError if it cannot be read */
  list(namespace?: string): AsyncIterable<KeptCheckpoint>;
  /** @throws KubeError if it cannot be read */
  get(namespace: string, name: string): Promise<KeptCheckpoint | undefined>;
  /** Writes `due` in its order. @returns how many were written */
  write(due: readonly DueCheckpoint[], limits: WriteLimits): Promise<number>;
  /** Removes exactly the one that was read; one that changed or is gone counts as removed. */
  remove(kept: KeptCheckpoint): Promise<void>;
}
