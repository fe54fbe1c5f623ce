import { Block } from './block';
import { packBlock, unpackBlock } from './block-codec';
import type { SeriesKey, SeriesPoint } from './point';
import type { StoredBlock } from './series-store';
import { blockStart, FINEST } from './tiers';

/** A part of an hour: new points need room for a few minutes only, as the rest is stored and packed. */
const PART = { ...FINEST, blockMs: FINEST.blockMs / 10 };

/** An hour of one container: what is stored of it, packed, and what came since. */
export class OpenHour {
  readonly startMs: number;
  /** Rises with every point; a store covers one state of it. */
  version = 0;
  private storedVersion = 0;
  private packed: Uint8Array | undefined;
  private parts: Block[] = [];

  constructor(
    readonly key: SeriesKey,
    public recommender: string,
    atMs: number,
  ) {
    this.startMs = blockStart(FINEST, atMs);
  }

  get endMs(): number {
    return this.startMs + FINEST.blockMs;
  }

  get isStored(): boolean {
    return this.version === this.storedVersion;
  }

  /** Whether this process stored some of it before. */
  get isKnown(): boolean {
    return this.storedVersion > 0;
  }

  set(point: SeriesPoint): void {
    const startMs = blockStart(PART, point.atMs);
    let part = this.parts.findLast((one) => one.startMs === startMs);
    if (!part) {
      part = new Block(PART, point.atMs);
      this.parts.push(part);
    }
    part.set(point);
    this.version++;
  }

  /** Takes what an earlier process stored of it; what came since counts more. */
  adopt(packed: Uint8Array): void {
    this.packed = packed;
  }

  /** Oldest first. */
  async points(): Promise<SeriesPoint[]> {
    return (await this.whole()).points();
  }

  /** What to store; call `stored` when it is. */
  async pack(): Promise<{ block: StoredBlock; stored(): void }> {
    const { key, startMs, version, recommender } = this;
    const data = await packBlock(await this.whole());
    const stored = () => {
      this.storedVersion = version;
      this.packed = data;
      // Points that came meanwhile stay, and go with the next.
      if (version === this.version) this.parts = [];
    };
    return { block: { ...key, tier: FINEST.number, startMs, recommender, data, isRolledUp: false }, stored };
  }

  private async whole(): Promise<Block> {
    const { packed, startMs } = this;
    const parts = this.parts.map((part) => part.copy());
    const whole = packed ? await unpackBlock(FINEST, startMs, packed) : new Block(FINEST, startMs);
    for (const part of parts) whole.take(part);
    return whole;
  }
}
