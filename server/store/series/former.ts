import { ofKey } from '../../lib/memo/of-key';
import type { BlockError } from './block-codec';
import { Coarser } from './coarser';
import type { SeriesKey, SeriesPoint } from './point';
import { rollUp } from './roll-up';
import type { SeriesStore, StoredBlock } from './series-store';
import { blockStart, FINEST, TIERS } from './tiers';

/** What another source knows of the former days of a container, oldest first. */
export interface FormerPast {
  key: SeriesKey;
  points: readonly SeriesPoint[];
  stepMs: number;
}

/** The blocks that hold a former past beside what is stored; steps that are known stay as they are. */
export async function formerBlocks(
  store: SeriesStore,
  { key, points, stepMs }: FormerPast,
  unreadable: (error: BlockError, block: StoredBlock) => void,
): Promise<StoredBlock[]> {
  const coarser = new Coarser(store, unreadable);
  for (const tier of TIERS) {
    if (tier === FINEST || tier.stepMs < stepMs) continue;
    const starts = new Map<number, SeriesPoint[]>();
    for (const point of rollUp(points, tier.stepMs)) {
      const startMs = blockStart(tier, point.atMs);
      ofKey(starts, startMs, () => []).push(point);
    }
    for (const [startMs, own] of starts) (await coarser.of(key, tier, startMs)).block.fill(own);
  }
  return coarser.packed();
}
