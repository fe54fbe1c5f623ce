import type { Clock } from '@/server/lib/time/clock';
import { type LoopListener, type Repeating, repeat } from '@/server/lib/time/repeat';
import { EachNamespace } from './each-namespace';
import type { PodFeed } from './feeds/pod-feed';
import type { Pass } from './pass';

/** Kills of one cause come together: so long after the first, in real time. */
const GATHER_MS = 1000;
/** While kills go on, they are answered no more often than this, in real time. */
const LEAST_MS = 5000;
/** How soon to try again while none may be counted, in real time. */
const AGAIN_MS = 250;
/** So many VPAs at once; the next pass recommends for the others. */
const MOST_AT_ONCE = 100;
/** In a minute; fewer than at once, so that one namespace does not take the turn of the others. */
const MOST_OF_NAMESPACE = 50;
const MINUTE_MS = 60_000;

interface AfterKillsParts {
  pods: Pick<PodFeed, 'whenKilled'>;
  pass: Pick<Pass, 'countKills' | 'recommendFor'>;
  wallClock: Clock;
  loops: LoopListener;
}

/**
 * Recommends for what was killed for memory as soon as that is known, and writes it: a container that is killed again
 * and again should not wait for the next pass.
 */
export function recommendAfterKills({ pods, pass, wallClock, loops }: AfterKillsParts): Repeating {
  let isDue = false;
  let answeredMs = Number.NEGATIVE_INFINITY;
  const each = new EachNamespace(MOST_OF_NAMESPACE, MINUTE_MS);
  const repeating = repeat({
    name: 'recommend after kills',
    everyMs: Number.POSITIVE_INFINITY,
    waitsFirst: true,
    clock: wallClock,
    wallClock,
    loops,
    run: async (stopping) => {
      if (!isDue) return 'done';
      await wallClock.sleep(Math.max(GATHER_MS, answeredMs + LEAST_MS - wallClock.steady()), stopping);
      if (stopping.aborted) return 'done';
      const records = pass.countKills();
      if (records === undefined) return { laterMs: AGAIN_MS };
      isDue = false;
      answeredMs = wallClock.steady();
      const now = each.within(records, answeredMs, MOST_AT_ONCE);
      if (now.length > 0) await pass.recommendFor(now, stopping);
      return 'done';
    },
  });
  pods.whenKilled(() => {
    isDue = true;
    repeating.wake();
  });
  return repeating;
}
