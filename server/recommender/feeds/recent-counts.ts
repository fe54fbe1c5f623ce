import { LRUCache } from 'lru-cache';
import { upTo } from '../../lib/memo/up-to';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Remembered at most; what is longest ago is forgotten first. */
const MOST_COUNTED = 20_000;

/** How often something happened to a workload: OOM kills of one container, or what kubelets ended. */
interface RecentCount {
  /** In the last 24 hours, to the hour. */
  readonly times: number;
  readonly lastMs: number;
}

interface Counted {
  /** By hour since 1970. */
  readonly byHour: Map<number, number>;
  lastMs: number;
}

/**
 * Counts what happened in the last day to each VPA, by what it happened to (a container) or by its kind; times in Unix
 * milliseconds of the cluster clock.
 */
export class RecentCounts {
  private readonly counted = new LRUCache<string, Counted>(upTo(MOST_COUNTED));

  note(namespace: string, vpa: string, of: string, atMs: number): void {
    const key = keyOf(namespace, vpa, of);
    const known = this.counted.get(key) ?? { byHour: new Map<number, number>(), lastMs: atMs };
    const hour = Math.floor(atMs / HOUR_MS);
    known.byHour.set(hour, (known.byHour.get(hour) ?? 0) + 1);
    known.lastMs = Math.max(known.lastMs, atMs);
    const oldest = Math.floor(known.lastMs / HOUR_MS) - HOURS;
    for (const one of known.byHour.keys()) if (one < oldest) known.byHour.delete(one);
    this.counted.set(key, known);
  }

  /** Undefined if there was none in the 24 hours before `nowMs`. */
  inLastDay(namespace: string, vpa: string, of: string, nowMs: number): RecentCount | undefined {
    const known = this.counted.peek(keyOf(namespace, vpa, of));
    if (!known) return undefined;
    const oldest = Math.floor(nowMs / HOUR_MS) - HOURS;
    let times = 0;
    for (const [hour, count] of known.byHour) if (hour > oldest) times += count;
    return times > 0 ? { times, lastMs: known.lastMs } : undefined;
  }
}

function keyOf(namespace: string, vpa: string, of: string): string {
  return `${namespace}/${vpa}/${of}`;
}
