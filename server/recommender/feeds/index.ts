import type { RoleContext } from '@/server/kube/role-context';
import { WatchCache } from '@/server/kube/watch-cache';
import type { Logger } from '@/server/lib/report/log';
import type { ClusterState } from '@/server/model/cluster-state';
import { API_RESOURCES } from '@/server/objects/resources';
import type { KubeEvent } from '@/server/objects/types';
import type { LiveRounds } from '@/server/usage/live-rounds';
import { LIVE_SOURCES } from '@/server/usage/sources';
import type { Faults } from '../faults';
import type { GroupLabels } from '../groups/group-labels';
import type { RecommenderMetrics } from '../metrics';
import type { RecommenderSettings } from '../settings';
import type { VpaStore } from '../vpas/vpa-store';
import { blockedUseOf } from './blocked-limits';
import { HappeningFeed, type HappeningKeeper } from './happening-feed';
import { MetricsFeed } from './metrics-feed';
import { OomFeed } from './oom-feed';
import { PeerUsage } from './peer-usage';
import { PodFeed } from './pod-feed';
import { Portions } from './portions';
import { RecentCounts } from './recent-counts';
import { REFUSAL_EVENTS, RefusalEvents } from './refusal-events';

interface FeedsParts {
  state: ClusterState;
  vpaStore: VpaStore;
  faults: Faults;
  groupLabels: GroupLabels;
  keeper: HappeningKeeper;
  liveRounds: LiveRounds;
  metrics: RecommenderMetrics;
  log: Logger;
}

export type Feeds = ReturnType<typeof openFeeds>;

/** What tells the model of the cluster: pods, their usage, kills and other happenings. Events come once it starts. */
export function openFeeds(context: RoleContext<RecommenderSettings>, parts: FeedsParts) {
  const { config, clock, wallClock, problems, client, caches, targets } = context;
  const { state, vpaStore, faults, keeper, liveRounds, metrics, log } = parts;
  const eventsWhere = (fieldSelector: string) =>
    new WatchCache<KubeEvent>(client, API_RESOURCES.events, {
      log,
      holdings: caches.holdings,
      fieldSelector,
    });
  const evictions = eventsWhere('reason=Evicted');
  const refusals = eventsWhere(REFUSAL_EVENTS);
  const ended = new RecentCounts();
  const happenings = new HappeningFeed({ state, caches, clock, faults, keeper, ended });
  const pods = new PodFeed(
    state,
    faults,
    caches.pods,
    evictions,
    (pod, before) => {
      happenings.learn(pod, before);
      const { namespace = '', name } = pod.metadata;
      for (const { container, bytes } of blockedUseOf(pod, before))
        state.addMemorySample({ namespace, pod: name, container }, clock.now(), bytes);
    },
    parts.groupLabels,
    config.nativeSidecars,
    config,
  );
  const recentOoms = new RecentCounts();
  return {
    pods,
    happenings,
    recentOoms,
    ended,
    refusalEvents: new RefusalEvents(refusals),
    peers: new PeerUsage({ caches, targets, state, clock }),
    metricsFeed: new MetricsFeed({
      source: LIVE_SOURCES[config.liveSource]({ client, problems, wallClock, clock, settings: config }),
      state,
      pods: caches.pods,
      problems,
      faults,
      metrics,
      memorySaver: config.memorySaver,
      rounds: liveRounds,
      isConfined: config.vpaObjectNamespace !== '',
      portions: new Portions({
        pods: caches.pods,
        intervalMs: config.recommenderIntervalMs,
        qps: config.kubeApiQps,
      }),
    }),
    oomFeed: new OomFeed({ state, pods, vpaStore, recent: recentOoms, keeper, metrics, log }),
    start: () => {
      evictions.start();
      refusals.start();
    },
    stop: async () => {
      pods.stop();
      happenings.stop();
      await Promise.all([evictions.stop(), refusals.stop()]);
    },
  };
}
