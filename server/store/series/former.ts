import { Block } from './block';
import { type BlockError, packBlock } from './block-codec';
import type { SeriesKey, SeriesPoint } from './point';
import { rollUp } from './roll-up';
import { readable } from './rolling-up';
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
  const blocks: StoredBlock[] = [];
  for (const tier of TIERS) {
    if (tier === FINEST || tier.stepMs < stepMs) continue;
    const starts = new Map<number, SeriesPoint[]>();
    for (const point of rollUp(points, tier.stepMs)) {
      const startMs = blockStart(tier, point.atMs);
      const known = starts.get(startMs);
      if (known) known.push(point);
      else starts.set(startMs, [point]);
    }
    for (const [startMs, own] of starts) {
      const [stored] = await store.read(key, tier, { fromMs: startMs, toMs: startMs + 1 });
      const block = (stored && (await readable(stored, unreadable))) ?? new Block(tier, startMs);
      const known = new Set(block.points().map(({ atMs }) => atMs));
      for (const point of own) if (!known.has(point.atMs)) block.set(point);
      const recommender = stored?.recommender ?? '';
      blocks.push({
        ...key,
        tier: tier.number,
        startMs,
        recommender,
        data: await packBlock(block),
        isRolledUp: true,
      });
    }
  }
  return blocks;
}
