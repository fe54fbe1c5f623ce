import { silentLogger } from '@/server/lib/report/log';
import { type Clock, type ManualClock, wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import { UNHEARD } from '@/server/store/away';
import { Series } from '@/server/store/series/series';
import type { SeriesStore } from '@/server/store/series/series-store';

const DAY_MS = 86_400_000;

/** The past over a store, which is kept for 90 days and stored only when `beat` is called. */
export function seriesOver(
  open: () => Promise<SeriesStore>,
  clock: ManualClock,
  {
    keptMs = 90 * DAY_MS,
    startsAnew = false,
    realTime = wallClock,
  }: { keptMs?: number; startsAnew?: boolean; realTime?: Clock } = {},
): Series {
  return new Series({
    open,
    clock,
    wallClock: realTime,
    log: silentLogger,
    loops: NOBODY,
    reach: UNHEARD,
    everyMs: 365 * DAY_MS,
    keptMs,
    startsAnew,
  });
}
