import type { ClusterCaches } from '@/server/kube/caches';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import { type LoopListener, type Repeating, repeat } from '@/server/lib/time/repeat';
import type { VpaStore } from '../vpas/vpa-store';
import type { CheckpointKeeper } from './checkpoint-keeper';
import { PlaceError } from './place';

interface CollectingParts {
  intervalMs: number;
  clock: Clock;
  wallClock: Clock;
  loops: LoopListener;
  log: Logger;
  caches: Pick<ClusterCaches, 'vpas'>;
  vpaStore: Pick<VpaStore, 'get'>;
  checkpointKeeper: Pick<CheckpointKeeper, 'collectGarbage'>;
  mayWrite: () => boolean;
}

/** Removes orphaned checkpoints and aggregates in its own rhythm, independent of passes. */
export function collectRegularly(parts: CollectingParts): Repeating {
  const { intervalMs, clock, wallClock, loops, log, caches, vpaStore, checkpointKeeper, mayWrite } = parts;
  return repeat({
    name: 'collect-checkpoints',
    everyMs: intervalMs,
    waitsFirst: true,
    clock,
    wallClock,
    loops,
    run: async () => {
      if (!mayWrite()) return 'done' as const;
      try {
        await checkpointKeeper.collectGarbage({
          nowMs: clock.now(),
          vpaIsGone: (namespace, name) =>
            caches.vpas.state.kind === 'synced' && caches.vpas.get(namespace, name) === undefined,
          servedVpaOf: (namespace, name) => vpaStore.get(namespace, name),
        });
      } catch (error) {
        if (!(error instanceof PlaceError)) throw error;
        log.debug({ err: error }, 'Orphaned checkpoints could not be listed');
      }
      return 'done' as const;
    },
  });
}
