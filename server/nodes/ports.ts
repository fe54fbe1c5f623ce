import type { NodePeakStore } from '../store';
import type { LiveRounds } from '../usage/live-rounds';

export interface NodesPorts {
  readonly liveRounds: LiveRounds;
  /** Rejects with `DatabaseAway` while the database is away. */
  readonly savedPeaks: { ask<T>(question: (store: NodePeakStore) => Promise<T>): Promise<T> };
}
