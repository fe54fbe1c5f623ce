import { Registry as Metrics } from 'prom-client';
import type { Config } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { ClusterCaches } from '@/server/kube/caches';
import { KubeClient } from '@/server/kube/client';
import { EventRecorder } from '@/server/kube/events';
import { ProblemBoard } from '@/server/kube/problems';
import type { RoleContext } from '@/server/kube/role-context';
import { TargetResolver } from '@/server/kube/targets';
import type { WatchTimings } from '@/server/kube/watch-cache';
import { silentLogger } from '@/server/lib/report/log';
import { type Clock, wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';

/** What a role stands on in a process of its own, which reaches its cluster by a kubeconfig like any other. */
export function roleContext(
  config: Config,
  kubeconfig: string,
  clock: Clock,
  timeoutMs?: number,
  watchTimings?: Partial<WatchTimings>,
): RoleContext<Config> {
  const limits = { qps: config.kubeApiQps, burst: config.kubeApiBurst, timeoutMs };
  return contextOver(
    KubeClient.connect(loadAccess({ kubeconfig }), limits),
    config,
    clock,
    wallClock,
    watchTimings,
  );
}

/** The same over a client there is. */
export function contextOver(
  client: KubeClient,
  config: Config,
  clock: Clock,
  wall: Clock = wallClock,
  timings: Partial<WatchTimings> = {},
): RoleContext<Config> {
  const log = silentLogger;
  const metrics = new Metrics();
  const caches = new ClusterCaches(client, { log, timings });
  return {
    config,
    clock,
    wallClock: wall,
    log,
    problems: new ProblemBoard(clock, log).by('test'),
    client,
    caches,
    targets: new TargetResolver(caches, client),
    events: new EventRecorder({ client, clock, log, component: 'test', metrics }),
    metrics,
    loops: NOBODY,
  };
}
