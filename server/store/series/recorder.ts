import { Block } from './block';
import { packBlock } from './block-codec';
import { keyText, type SeriesKey, type SeriesPoint } from './point';
import type { StoredBlock } from './series-store';
import { FINEST } from './tiers';

/** Hours of containers that may wait for an unavailable database; beyond that, the oldest are lost. */
const MOST_WAITING = 20_000;

interface OpenBlock {
  key: SeriesKey;
  recommender: string;
  block: Block;
  /** Rises with every point; a store covers one state of it. */
  version: number;
  storedVersion: number;
}

/** What a flush must store; call `stored` when it has. */
interface Unstored {
  key: SeriesKey;
  startMs: number;
  /** Whether this process stored some of the hour before. */
  isKnown: boolean;
  /** Adds what an earlier process knew of the same hour. */
  fill(points: readonly SeriesPoint[]): void;
  pack(): Promise<StoredBlock>;
  stored(): void;
}

/** Takes points as they come and keeps their hour until it is stored. */
export class Recorder {
  private readonly open = new Map<string, OpenBlock>();
  private readonly waiting = new Set<OpenBlock>();
  private lost = 0;

  /** Blocks dropped since the start because too many waited. */
  get dropped(): number {
    return this.lost;
  }

  /** Ignores a point of an hour before the newest one. */
  add(key: SeriesKey, recommender: string, point: SeriesPoint): void {
    const text = keyText(key);
    let open = this.open.get(text);
    if (open && point.atMs < open.block.startMs) return;
    if (!open || point.atMs >= open.block.endMs) {
      if (open) this.close(open);
      open = { key, recommender, block: new Block(FINEST, point.atMs), version: 0, storedVersion: 0 };
      this.open.set(text, open);
    }
    open.recommender = recommender;
    open.block.set(point);
    open.version++;
  }

  /** The points of a container that may not be stored yet, oldest first. */
  recent(key: SeriesKey): SeriesPoint[] {
    const text = keyText(key);
    const open = this.open.get(text);
    const blocks = [...this.waiting].filter((one) => keyText(one.key) === text);
    return [...blocks, ...(open ? [open] : [])].flatMap(({ block }) => block.points());
  }

  /** The recommender of the newest hour of a container, while that is here. */
  recommenderOf(key: SeriesKey): string | undefined {
    return this.open.get(keyText(key))?.recommender;
  }

  /** Changes with every new point of a container. */
  revisionOf(key: SeriesKey): string {
    const open = this.open.get(keyText(key));
    return open ? `${open.block.startMs} ${open.version}` : '';
  }

  /** The containers with points that may not be stored yet. */
  keys(): SeriesKey[] {
    return [...this.waiting, ...this.open.values()].map(({ key }) => key);
  }

  /** What is not stored yet; releases hours that are over. */
  unstored(nowMs: number): Unstored[] {
    for (const [text, open] of this.open) {
      if (nowMs < open.block.endMs) continue;
      this.open.delete(text);
      this.close(open);
    }
    return [...this.waiting, ...this.open.values()].flatMap((one) =>
      one.version === one.storedVersion ? [] : [this.storing(one)],
    );
  }

  private storing(one: OpenBlock): Unstored {
    let { version } = one;
    return {
      key: one.key,
      startMs: one.block.startMs,
      isKnown: one.storedVersion > 0,
      fill: (points) => one.block.fill(points),
      pack: async () => {
        version = one.version;
        const { key, recommender, block } = one;
        const data = await packBlock(block);
        return { ...key, tier: FINEST.number, startMs: block.startMs, recommender, data, isRolledUp: false };
      },
      stored: () => {
        one.storedVersion = version;
        if (version === one.version) this.waiting.delete(one);
      },
    };
  }

  private close(open: OpenBlock): void {
    if (open.version === open.storedVersion) return;
    this.waiting.add(open);
    if (this.waiting.size <= MOST_WAITING) return;
    for (const oldest of this.waiting) {
      this.waiting.delete(oldest);
      this.lost++;
      return;
    }
  }
}
