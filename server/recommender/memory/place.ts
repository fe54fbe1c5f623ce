import type { VerticalPodAutoscalerCheckpoint } from '@/server/kube/vpa-types';
import type { CheckpointStatus } from './checkpoint-codec';

/** What was learned of one container of one VPA, in the shape of the reference's checkpoint objects. */
export type KeptCheckpoint = VerticalPodAutoscalerCheckpoint;

/** One checkpoint to write; `status` is made when its turn comes, since making it costs. */
export interface DueCheckpoint {
  namespace: string;
  vpa: string;
  container: string;
  /** Whether the place is believed to have it already. */
  exists: boolean;
  status(): CheckpointStatus | undefined;
  /** `status` was sent for a new one and no certain answer came: it may be there all the same. */
  mayExist(status: CheckpointStatus): void;
  /** The place has one of this name already. Answers whether it may be replaced, once it is accounted for. */
  meets(existing: KeptCheckpoint): boolean;
  written(): void;
}

export interface WriteLimits {
  /** Of the wall clock. */
  deadlineMs: number;
  /** So many are tried even past the deadline. */
  atLeast: number;
  /** Ends the writing early. */
  stopping?: AbortSignal;
}

/** Where what was learned outlives the process. What is kept, and when, `Memory` decides. */
export interface MemoryPlace {
  /** All of one namespace, or of all. @throws KubeError when it cannot be read */
  list(namespace?: string): AsyncIterable<KeptCheckpoint>;
  /** @throws KubeError when it cannot be read */
  get(namespace: string, name: string): Promise<KeptCheckpoint | undefined>;
  /** Writes `due` in its order. @returns how many were written */
  write(due: readonly DueCheckpoint[], limits: WriteLimits): Promise<number>;
  /** Removes the very one that was read; one that has changed hands or is gone counts as removed. */
  remove(kept: KeptCheckpoint): Promise<void>;
}
