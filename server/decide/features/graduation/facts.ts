import type { Resource } from '../../../objects/units';
import type { ReplayFact } from '../../../words/graduation';

/** What one container has learned: from its first sample to its last, and how many CPU samples. */
export interface ContainerConfidence {
  readonly container: string;
  readonly historyMs: number;
  readonly samples: number;
}

/** How far targets moved in the time asked for. */
export interface TargetMoves {
  /** How much of that time is known. */
  readonly coveredMs: number;
  /** The target that moved most, over its newest value; absent if none is known. */
  readonly change?: { readonly share: number; readonly container: string; readonly resource: Resource };
  /** Whether the database did not answer. */
  readonly isAway: boolean;
}

/** A container that was killed for memory, or whose use had its pod evicted from a node without any left. */
export interface OomKill {
  readonly atMs: number;
  readonly container: string;
  readonly pod: string;
  readonly detail: string;
  readonly isEviction?: true;
}

export interface BrokenLoop {
  readonly misses: number;
  readonly limit: number;
  readonly lastMissMs: number;
}

/** What is known of a workload. What costs something to know is asked for only when it decides. */
export interface GraduationFacts {
  /** The last one; undefined if none is known. */
  readonly oom: OomKill | undefined;
  readonly loop: BrokenLoop | undefined;
  /** Of every container; undefined if no recommender of this process knows. */
  readonly confidence: readonly ContainerConfidence[] | undefined;
  /** Undefined until asked for. */
  readonly targets: TargetMoves | undefined;
  readonly replay: ReplayFact;
}
