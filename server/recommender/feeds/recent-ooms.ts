import { LRUCache } from 'lru-cache';
import { upTo } from '../../lib/memo/up-to';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Containers remembered at most; those longest without an OOM are forgotten first. */
const MOST_CONTAINERS = 20_000;

/** OOM kills of one container over all pods of a workload. */
interface OomCount {
  /** In the last 24 hours, to the hour. */
  readonly times: number;
  readonly lastMs: number;
}

interface Counted {
  /** OOMs by hour since 1970. */
  readonly byHour: Map<number, number>;
  lastMs: number;
}

/**
 * Counts the OOMs of the last day for each container of each VPA; times in Unix milliseconds of the cluster
 * clock.
 */
export class RecentOoms {
  private readonly counted = new LRUCache<string, Counted>(upTo(MOST_CONTAINERS));

  note(namespace: string, vpa: string, container: string, atMs: number): void {
    const key = keyOf(namespace, vpa, container);
    const known = this.counted.get(key) ?? { byHour: new Map<number, number>(), lastMs: atMs };
    const hour = Math.floor(atMs / HOUR_MS);
    known.byHour.set(hour, (known.byHour.get(hour) ?? 0) + 1);
    known.lastMs = Math.max(known.lastMs, atMs);
    const oldest = Math.floor(known.lastMs / HOUR_MS) - HOURS;
    for (const one of known.byHour.keys()) if (one < oldest) known.byHour.delete(one);
    this.counted.set(key, known);
  }

  /** Undefined if there was none in the 24 hours before `nowMs`. */
  inLastDay(namespace: string, vpa: string, container: string, nowMs: number): OomCount | undefined {
    const known = this.counted.peek(keyOf(namespace, vpa, container));
    if (!known) return undefined;
    const oldest = Math.floor(nowMs / HOUR_MS) - HOURS;
    let times = 0;
    for (const [hour, count] of known.byHour) if (hour > oldest) times += count;
    return times > 0 ? { times, lastMs: known.lastMs } : undefined;
  }
}

function keyOf(namespace: string, vpa: string, container: string): string {
  return `${namespace}/${vpa}/${container}`;
}
