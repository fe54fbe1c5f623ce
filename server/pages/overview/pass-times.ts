import type { Config } from '../../config';
import type { PassTimes } from '../../host/health/pass-watch';
import type { Handles } from '../../host/roles';
import type { ClusterCaches } from '../../kube/caches';

/** The state of the roles of a process that run passes, over the caches of its cluster once it is connected. */
export function passTimes(
  config: Pick<Config, 'recommenderIntervalMs' | 'updaterIntervalMs' | 'hpaIntervalMs'>,
  { recommender, updater, hpa }: Handles,
  caches: Pick<ClusterCaches, 'vpas' | 'pods' | 'horizontalPodAutoscalers'> | undefined,
): PassTimes[] {
  const isSeen = Boolean(caches?.vpas.seen && caches.pods.seen);
  const own = updater?.state;
  const isStarting = recommender?.pastLoad !== undefined;
  const passes = [
    {
      name: 'recommender',
      intervalMs: config.recommenderIntervalMs,
      isDue: isSeen && recommender !== undefined,
      lastMs: recommender?.lastPass?.atMs,
    },
    {
      name: 'updater',
      intervalMs: config.updaterIntervalMs,
      isDue: isSeen && own !== undefined && own.kind !== 'following',
      lastMs: own?.kind === 'running' ? own.lastPassMs : undefined,
    },
    {
      name: 'hpa',
      intervalMs: config.hpaIntervalMs,
      isDue: Boolean(hpa && caches?.horizontalPodAutoscalers.seen && caches.pods.seen),
      lastMs: hpa?.lastSyncMs,
    },
  ];
  return passes.map((pass) => ({ ...pass, isStarting }));
}
