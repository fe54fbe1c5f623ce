import type { SeriesKey } from './point';
import type { Tier } from './tiers';

/** One stretch of the past of one container, as kept. */
export interface StoredBlock extends SeriesKey {
  tier: number;
  /** Unix ms. */
  startMs: number;
  /** Who recommended at its end. */
  recommender: string;
  /** See `block-codec.ts`. */
  data: Uint8Array;
  /** Whether the coarser tiers have taken it in; false whenever a block is written from new points. */
  isRolledUp: boolean;
}

/** Where series are kept. Every method rejects if the database cannot be reached. */
export interface SeriesStore {
  /** Stores all of the blocks or none, over what was there. */
  write(blocks: readonly StoredBlock[]): Promise<void>;
  /** The blocks of one container that begin in the span, oldest first. */
  read(key: SeriesKey, tier: Tier, span: { fromMs: number; toMs: number }): Promise<StoredBlock[]>;
  /** Some blocks of the tier that ended before `endedMs` and are not rolled up yet. */
  unrolled(tier: Tier, endedMs: number, limit: number): Promise<StoredBlock[]>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** Removes some blocks of the tier that began before; returns how many, 0 when nothing is left. */
  prune(tier: Tier, beganBeforeMs: number): Promise<number>;
}
