import type { ClusterCaches } from '@/server/kube/caches';
import { isKubeError } from '@/server/kube/errors';
import type { ClusterContext, RoleContext } from '@/server/kube/role-context';
import type { Logger } from '@/server/lib/report/log';
import { type Repeating, repeat } from '@/server/lib/time/repeat';
import { recommendBetweenPasses } from './between-passes';
import type { CheckpointKeeper } from './checkpoints/checkpoint-keeper';
import { PlaceError } from './checkpoints/place';
import type { PodFeed } from './feeds/pod-feed';
import { PORTIONS } from './feeds/portions';
import { PassLoop } from './loop';
import type { PassOutcome } from './metrics';
import type { Pass } from './pass';
import type { RecommenderSettings } from './settings';
import type { VpaStore } from './vpas/vpa-store';

interface LoopsParts {
  pass: Pass;
  pods: PodFeed;
  vpaStore: VpaStore;
  checkpointKeeper: CheckpointKeeper;
  mayWrite: () => boolean;
  log: Logger;
  ended(outcome: PassOutcome): void;
}

interface CollectingParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'log' | 'loops'> {
  intervalMs: number;
  caches: Pick<ClusterCaches, 'vpas'>;
  vpaStore: Pick<VpaStore, 'get'>;
  checkpointKeeper: Pick<CheckpointKeeper, 'collectGarbage'>;
  mayWrite: () => boolean;
}

/** Removes orphaned checkpoints and aggregates in its own rhythm, independent of passes. */
function collectRegularly(parts: CollectingParts): Repeating {
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
        if (!(error instanceof PlaceError) && !isKubeError(error, 'not-leading')) throw error;
        log.debug({ err: error }, 'Orphaned checkpoints could not be collected');
      }
      return 'done' as const;
    },
  });
}

/** Starts all that the recommender repeats: passes, reading ahead of them, what cannot wait for one, collecting what is left. */
export function startLoops(
  { config, clock, wallClock, caches, loops }: RoleContext<RecommenderSettings>,
  { pass, pods, vpaStore, checkpointKeeper, mayWrite, log, ended }: LoopsParts,
) {
  const intervalMs = config.recommenderIntervalMs;
  const passes = new PassLoop({ intervalMs, clock, wallClock, log, loops, pass, ended });
  const ahead = repeat({
    name: 'usage ahead of passes',
    everyMs: intervalMs / PORTIONS,
    waitsFirst: true,
    clock,
    wallClock,
    loops,
    run: async (stopping) => {
      await pass.readAhead(stopping);
      return 'done' as const;
    },
  });
  const between = recommendBetweenPasses({ pods, vpas: vpaStore, pass, wallClock, loops });
  passes.start();
  const collecting = collectRegularly({
    intervalMs: config.checkpointsGcIntervalMs,
    clock,
    wallClock,
    loops,
    log,
    caches,
    vpaStore,
    checkpointKeeper,
    mayWrite,
  });
  return {
    get lastPass() {
      return passes.lastPass;
    },
    stop: () => Promise.all([passes.stop(), ahead.stop(), between.stop(), collecting.stop()]),
  };
}
