import type { Clock } from '@/server/lib/time/clock';
import { type LoopListener, type Repeating, repeat } from '@/server/lib/time/repeat';
import { EachNamespace } from './each-namespace';
import type { PodFeed } from './feeds/pod-feed';
import type { Pass } from './pass';
import { STATUS_AGAIN_AFTER_MS } from './recommend/reconcile-vpa';
import type { VpaStore } from './vpas/vpa-store';

/** Kills of one cause come together, and so do VPAs that are applied: so long after the first, in real time. */
const GATHER_MS = 1200;
/** While more come, they are answered no more often than this, in real time. */
const LEAST_MS = 5000;
/** How soon to try again while none may be counted, in real time. */
const AGAIN_MS = 250;
/** So many VPAs at once; the next pass recommends for the others. */
const MOST_AT_ONCE = 100;
/** In a minute; fewer than at once, so that one namespace does not take the turn of the others. */
const MOST_OF_NAMESPACE = 50;
const MINUTE_MS = 60_000;

interface BetweenPassesParts {
  pods: Pick<PodFeed, 'whenKilled'>;
  vpas: Pick<VpaStore, 'whenStated'>;
  pass: Pick<Pass, 'countKills' | 'takeStated' | 'recommendFor'>;
  wallClock: Clock;
  loops: LoopListener;
}

/**
 * Recommends for what cannot wait for the next pass, and writes it: containers that were killed for memory, since they
 * may be killed again and again, and VPAs that were made or edited, since somebody looks at them now.
 */
export function recommendBetweenPasses({
  pods,
  vpas,
  pass,
  wallClock,
  loops,
}: BetweenPassesParts): Repeating {
  let areKillsDue = false;
  let areStatedDue = false;
  let answeredMs = Number.NEGATIVE_INFINITY;
  const each = new EachNamespace(MOST_OF_NAMESPACE, MINUTE_MS);
  const repeating = repeat({
    name: 'recommend between passes',
    everyMs: Number.POSITIVE_INFINITY,
    waitsFirst: true,
    clock: wallClock,
    wallClock,
    loops,
    run: async (stopping) => {
      if (!areKillsDue && !areStatedDue) return 'done';
      await wallClock.sleep(Math.max(GATHER_MS, answeredMs + LEAST_MS - wallClock.steady()), stopping);
      if (stopping.aborted) return 'done';
      const killed = areKillsDue ? pass.countKills() : [];
      if (killed) areKillsDue = false;
      const stated = areStatedDue ? await pass.takeStated(MOST_AT_ONCE, stopping) : [];
      if (stated) areStatedDue = false;
      if (!killed && !stated) return { laterMs: AGAIN_MS };
      answeredMs = wallClock.steady();
      const servedVpas = new Set([...(killed ?? []), ...(stated ?? [])]);
      const now = each.within(servedVpas, answeredMs, MOST_AT_ONCE);
      if (now.length > 0) {
        // A status that was just written, by a pass beside this, would be left to the next pass.
        const writtenMs = Math.max(...now.map(({ statusWrittenAtMs }) => statusWrittenAtMs));
        await wallClock.sleep(writtenMs + STATUS_AGAIN_AFTER_MS - wallClock.steady(), stopping);
        if (!stopping.aborted) await pass.recommendFor(now, stopping);
      }
      return killed && stated ? 'done' : { laterMs: AGAIN_MS };
    },
  });
  pods.whenKilled(() => {
    areKillsDue = true;
    repeating.wake();
  });
  vpas.whenStated(() => {
    areStatedDue = true;
    repeating.wake();
  });
  return repeating;
}
