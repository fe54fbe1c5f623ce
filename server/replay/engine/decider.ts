import type { Pod } from '../../objects/types';
import type { Amounts } from '../../objects/units';

export interface PodAction {
  readonly kind: 'evict' | 'resize';
  readonly pod: string;
  /** What a resized container states from now on; absent resources stay as they are. */
  readonly changes: readonly ContainerAmountsChange[];
}

export interface ContainerAmountsChange {
  readonly container: string;
  readonly from: Amounts;
  readonly to: Amounts;
  readonly limits: Amounts;
}

/** What a container requested and could use at most when it was killed, in bytes; 0 without. */
export interface KilledAt {
  readonly requestBytes: number;
  readonly limitBytes: number;
}

/** A new recommendation: the target by container. */
export type DecidedTargets = ReadonlyMap<string, Amounts>;

/** All that decides about one workload: recommender, updater and admission of the live loop. Times in Unix ms. */
export interface Decider {
  /** The pods as they are from now on; the same list while nothing changes. */
  setPods(pods: readonly Pod[], nowMs: number): void;
  /** @param samples how many the live loop would have taken in its place */
  cpuUsed(pod: string, container: string, atMs: number, millicores: number, samples: number): void;
  memoryUsed(pod: string, container: string, atMs: number, bytes: number): void;
  oomKilled(pod: string, container: string, atMs: number, at: KilledAt): void;
  /** The container waits before its next start. */
  crashed(pod: string, container: string, atMs: number): void;
  /** One pass of the recommender. @returns the targets, if they changed */
  recommend(nowMs: number): DecidedTargets | undefined;
  /** One pass of the updater. */
  plan(nowMs: number): readonly PodAction[];
  /** The pod as admission changes it. */
  admit(pod: Pod): Pod;
  evicted(pod: Pod, nowMs: number): void;
}
