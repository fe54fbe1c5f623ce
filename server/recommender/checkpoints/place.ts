import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ANNOTATIONS } from '@/server/words/annotations';
import type { ProblemCode } from '@/server/words/problems';
import type { CheckpointStatus } from './checkpoint-codec';
import type { CheckpointOwner } from './known-checkpoint';

/** The evidence for one container of one VPA, in the form of the reference's checkpoint objects. */
export type KeptCheckpoint = VerticalPodAutoscalerCheckpoint;

/** Beside the reference's data: what the VPA's own recommender keeps of the container, as text. */
export const STUDY_ANNOTATION = ANNOTATIONS.recommenderState.name;

export function studyIn({ metadata }: KeptCheckpoint): string | undefined {
  return metadata.annotations?.[STUDY_ANNOTATION];
}

/** One checkpoint to write; `status` is computed when its turn comes, since that is costly. */
export interface DueCheckpoint {
  namespace: string;
  vpa: string;
  container: string;
  /** Whether it is believed to exist already. */
  exists: boolean;
  status(): CheckpointStatus | undefined;
  /** For `STUDY_ANNOTATION`; undefined if there is nothing to keep. */
  study(): string | undefined;
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
  /** Asked before each write: whether this process is the one that writes. */
  mayWrite?: () => boolean;
}

/** A place that cannot be read or written at this time; it reports the cause as a problem. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError';

  constructor(
    message: string,
    /** Whether there is no such place, so that nothing is kept in it. */
    readonly isAbsent = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Where evidence survives the process. `CheckpointKeeper` decides what is kept, and when. */
export interface CheckpointPlace {
  /** What to write per second at most, so that others are not kept waiting. */
  readonly writesPerSecond: number;
  /** The problem of a checkpoint that cannot be read. */
  readonly unusable: ProblemCode;
  /** The name of the checkpoint of a container, which it may share with another one's. */
  nameOf(owner: CheckpointOwner): string;
  /** A checkpoint in problems, by its name. */
  about(namespace: string, name: string): string;
  /** All of one namespace, or of all. @throws PlaceError */
  list(namespace?: string): AsyncIterable<KeptCheckpoint>;
  /** The one of the owner's name. @throws PlaceError */
  get(namespace: string, owner: CheckpointOwner): Promise<KeptCheckpoint | undefined>;
  /** Writes `due` in its order. @returns how many were written */
  write(due: readonly DueCheckpoint[], limits: WriteLimits): Promise<number>;
  /** Keeps one as it is, instead of any other of its name. @throws PlaceError */
  put(kept: KeptCheckpoint): Promise<void>;
  /** Removes exactly the one that was read; one that changed or is gone counts as removed. @throws PlaceError */
  remove(kept: KeptCheckpoint): Promise<void>;
}
