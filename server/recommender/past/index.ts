import type { RoleContext } from '@/server/kube/role-context';
import type { Logger } from '@/server/lib/report/log';
import type { ClusterState } from '@/server/model/cluster-state';
import { PAST_SOURCES } from '@/server/usage/sources';
import type { TemplateLives } from '../lives/template-lives';
import type { RecommenderMetrics } from '../metrics';
import type { RecommenderSettings } from '../settings';
import type { VpaStore } from '../vpas/vpa-store';
import { type FormerKeeper, keepingPast } from './keeping-past';
import { knownPods } from './known-pods';
import { formerPods, pastKilledAt, pastKinds } from './past-kinds';
import { PastLoader } from './past-loader';

interface PastParts {
  state: ClusterState;
  vpaStore: VpaStore;
  metrics: RecommenderMetrics;
  /** Keeps what was used, for the charts. */
  keeper: FormerKeeper;
  log: Logger;
  lives: Pick<TemplateLives, 'of'>;
}

/** Starts loading usage from before the start; undefined without a source. */
export function openPast(
  { config, clock, wallClock, problems, caches, loops }: RoleContext<RecommenderSettings>,
  { state, vpaStore, metrics, keeper, log, lives }: PastParts,
): { loader: PastLoader; stop(): Promise<void> } | undefined {
  if (config.prometheusAddress === '') {
    if (config.storage === 'prometheus')
      problems.report('prometheus-unavailable', 'no address', 'PLUMBLINE_PROMETHEUS_ADDRESS is not set');
    return undefined;
  }
  const known = knownPods(state, caches);
  const source = PAST_SOURCES.prometheus({ settings: config, known, problems, wallClock, log });
  const loader = new PastLoader({
    config,
    source: keepingPast(source, {
      vpasOf: (namespace, labels) => state.vpasFor(namespace, labels),
      keeper,
      stepMs: config.historyResolutionMs,
    }),
    state,
    vpaStore,
    clock,
    wallClock,
    loops,
    log,
    kindOf: pastKinds(caches, config.nativeSidecars),
    killedAt: pastKilledAt(caches, config.oomFromRequest),
    ...(config.newLifeAfterMs > 0 && { formerUntil: formerPods(caches, lives, config.historyResolutionMs) }),
    counted: (outcome, samples) => metrics.pastSamples.inc({ outcome }, samples),
  });
  const stop = async () => {
    await loader.stop();
    await source.close();
  };
  return { loader, stop };
}
