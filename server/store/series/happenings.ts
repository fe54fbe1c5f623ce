import { LRUCache } from 'lru-cache';
import { upTo } from '../../lib/memo/up-to';
import type { Happening } from './happening';
import type { SeriesStore } from './series-store';

const HOUR_MS = 3_600_000;
/** Of one kind, container and hour, further ones say nothing new: a crash loop. */
const MOST_PER_HOUR = 12;
const MOST_HOURS_COUNTED = 20_000;
/** Beyond that, the oldest are lost while the database is unavailable. */
const MOST_WAITING = 10_000;
const BATCH = 500;

/** Takes what happened to workloads, at a bounded rate, and keeps it until it is stored. */
export class Happenings {
  private waiting: Happening[] = [];
  /** Rises with every one taken. */
  revision = 0;
  private readonly counts = new LRUCache<string, number>(upTo(MOST_HOURS_COUNTED));

  add(happening: Happening): void {
    const { namespace, vpa, container, kind, atMs } = happening;
    const text = `${namespace}/${vpa}/${container} ${kind} ${Math.floor(atMs / HOUR_MS)}`;
    const count = (this.counts.get(text) ?? 0) + 1;
    this.counts.set(text, count);
    if (count > MOST_PER_HOUR) return;
    this.revision++;
    this.waiting.push({ ...happening, atMs: Math.floor(atMs) });
    if (this.waiting.length > MOST_WAITING) this.waiting.shift();
  }

  /** Those not stored yet that match. */
  unstored(isWanted: (happening: Happening) => boolean): Happening[] {
    return this.waiting.filter(isWanted);
  }

  /** @throws what the database throws; what is not stored then waits for the next time */
  async flush(opened: () => Promise<Pick<SeriesStore, 'writeHappenings'>>): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      await (await opened()).writeHappenings(batch);
      const stored = new Set(batch);
      this.waiting = this.waiting.filter((one) => !stored.has(one));
    }
  }
}
