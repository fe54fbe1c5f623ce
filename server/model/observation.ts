/**
 * What happened to a container: it used `cpu` (cores) or `memory` (bytes), a memory `peak` (bytes) was counted
 * or a `former-peak` taken back, it was killed by an `oom` (bytes it would have needed) with a limit of `killed-at`
 * (bytes), or it crashed.
 */
type ObservationKind = 'cpu' | 'memory' | 'peak' | 'former-peak' | 'oom' | 'killed-at' | 'crash';

/** How the present life of a container began. */
export interface LifeStart {
  /** Unix ms. */
  readonly startMs: number;
  /** An OOM kill ended the life before. */
  readonly isAfterKill: boolean;
}

export interface Observation {
  readonly kind: ObservationKind;
  /** Cores or bytes, see the kind; 0 for a crash. */
  readonly value: number;
  /** Unix ms; of a peak the end of its window, which may be to come. */
  readonly timeMs: number;
  /** Tells the containers apart that share an aggregate, as long as they live. */
  readonly instance: number;
  /** Of memory: the life that it was measured in, if that is known. */
  readonly life?: LifeStart | undefined;
  /** The container is a native sidecar. */
  readonly isSidecar?: boolean;
}

/** Told of every observation of a VPA's containers. */
export interface Observer {
  observe(container: string, observation: Observation): void;
}
