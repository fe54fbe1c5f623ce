import { Block } from './block';
import { BlockError, packBlock, unpackBlock } from './block-codec';
import { keyText, type SeriesKey } from './point';
import type { SeriesStore, StoredBlock } from './series-store';
import { blockStart, TIERS, type Tier } from './tiers';

interface Rolled {
  key: SeriesKey;
  recommender: string;
  block: Block;
}

/** The coarser blocks for a few hours of containers, each read once. */
export class Coarser {
  private readonly blocks = new Map<string, Rolled>();

  constructor(
    private readonly store: SeriesStore,
    private readonly unreadable: (error: BlockError, block: StoredBlock) => void,
  ) {}

  async of(key: SeriesKey, tier: Tier, atMs: number): Promise<Rolled> {
    const startMs = blockStart(tier, atMs);
    const text = `${tier.number} ${startMs} ${keyText(key)}`;
    const known = this.blocks.get(text);
    if (known) return known;
    const [stored] = await this.store.read(key, tier, { fromMs: startMs, toMs: startMs + 1 });
    const block = (stored && (await readable(stored, this.unreadable))) ?? new Block(tier, startMs);
    const rolled = { key, recommender: stored?.recommender ?? '', block };
    this.blocks.set(text, rolled);
    return rolled;
  }

  async packed(): Promise<StoredBlock[]> {
    return Promise.all(
      [...this.blocks.values()].map(async ({ key, recommender, block }) => ({
        ...key,
        tier: block.tier.number,
        startMs: block.startMs,
        recommender,
        data: await packBlock(block),
        isRolledUp: true,
      })),
    );
  }
}

/** A stored block, unless it cannot be read. */
export async function readable(
  stored: StoredBlock,
  unreadable: (error: BlockError, block: StoredBlock) => void,
): Promise<Block | undefined> {
  const tier = TIERS[stored.tier as 0 | 1 | 2 | 3];
  try {
    return await unpackBlock(tier, stored.startMs, stored.data);
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    unreadable(error, stored);
    return undefined;
  }
}
