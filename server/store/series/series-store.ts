import type { Happening } from './happening';
import type { SeriesKey } from './point';
import type { Tier } from './tiers';

/** One stored time range of one container. */
export interface StoredBlock extends SeriesKey {
  tier: number;
  /** Unix ms. */
  startMs: number;
  /** The recommender at its end. */
  recommender: string;
  /** See `block-codec.ts`. */
  data: Uint8Array;
  /** Whether it is in the coarser tiers; false whenever a block is written from new points. */
  isRolledUp: boolean;
}

/** Where series are kept. Every method rejects if the database cannot be reached. */
export interface SeriesStore {
  /** Stores all of the blocks or none, replacing existing ones. */
  write(blocks: readonly StoredBlock[]): Promise<void>;
  /** The blocks of one container that begin in the span, oldest first. */
  read(key: SeriesKey, tier: Tier, span: { fromMs: number; toMs: number }): Promise<StoredBlock[]>;
  /** The blocks of all containers of some VPAs of a namespace that begin in the span, by container, oldest first. */
  readOf(
    namespace: string,
    vpas: readonly string[],
    tier: Tier,
    span: { fromMs: number; toMs: number },
  ): Promise<StoredBlock[]>;
  /** The containers with blocks of the tier that begin in the span. */
  keys(tier: Tier, span: { fromMs: number; toMs: number }): Promise<SeriesKey[]>;
  /** Some blocks of the tier that ended before `endedMs` and are not rolled up yet. */
  unrolled(tier: Tier, endedMs: number, limit: number): Promise<StoredBlock[]>;
  /** Stores all of them or none; those already stored stay as they are. */
  writeHappenings(happenings: readonly Happening[]): Promise<void>;
  /** What happened to a container, or to all of its workload: the newest `most`, oldest first. */
  happenings(key: SeriesKey, span: { fromMs: number; toMs: number }, most: number): Promise<Happening[]>;
  /** Removes some of what happened before, and of the oldest beyond `most`; returns how many. */
  pruneHappenings(beforeMs: number, most: number): Promise<number>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** Removes some blocks of the tier that began before; returns how many, 0 if nothing is left. */
  prune(tier: Tier, beganBeforeMs: number): Promise<number>;
}
