import { boundsByNamespace } from '@/server/cluster/bounds-by-namespace';
import { NodesByLabel } from '@/server/cluster/nodes-by-label';
import { estimatorOf } from '@/server/decide/estimators';
import { Leadership } from '@/server/kube/leadership';
import { leadingClient } from '@/server/kube/leading-client';
import type { RoleContext } from '@/server/kube/role-context';
import { ClusterState } from '@/server/model/cluster-state';
import { nodeSupply } from '../cluster/node-supply';
import { answers } from './answers';
import { capacityFrom } from './capacity-of';
import { CheckpointKeeper } from './checkpoints/checkpoint-keeper';
import { CheckpointObjects } from './checkpoints/checkpoint-objects';
import { CheckpointRows } from './checkpoints/checkpoint-rows';
import { Faults } from './faults';
import { openFeeds } from './feeds';
import { Groups } from './groups';
import { GroupLabels } from './groups/group-labels';
import type { RecommenderHandle, RecommenderPorts } from './handle';
import { RECOMMENDER_KINDS } from './kinds';
import { NewLives } from './lives/new-lives';
import { TemplateLives } from './lives/template-lives';
import { startLoops } from './loops';
import { recommenderMetrics } from './metrics';
import { Pass } from './pass';
import { openPast } from './past';
import { StudyPast } from './past/study-past';
import { Quality } from './quality';
import { Choices } from './recommend/choices';
import { Recommending } from './recommend/recommending';
import { VpaReconciler } from './recommend/reconcile-vpa';
import type { RecommenderSettings } from './settings';
import { openSignals } from './signals';
import { statusWriters } from './status';
import { openViews } from './views';
import { cappedInPass } from './views/capped-in-pass';
import { RecentPast } from './views/recent-past';
import { Revisions } from './vpas/revisions';
import { VpaStore } from './vpas/vpa-store';

export type { RecommenderHandle } from './handle';

/** Longest time for the last checkpoints when the recommender stops. */
const FLUSH_WITHIN_MS = 4000;

/**
 * The lease of the recommender that writes. It is not `vpa-recommender`, which belongs to the one of a managed
 * cluster; recommenders of other names have leases of their own.
 */
function leaseNameOf({ recommenderName }: { recommenderName: string }): string {
  return recommenderName === 'default' ? 'plumbline-recommender' : `plumbline-recommender-${recommenderName}`;
}

/** Keeps what passes find only while `mayWrite`: the database needs it once. */
function keepsWhile(mayWrite: () => boolean, series: RecommenderPorts['series']): RecommenderPorts['series'] {
  return {
    add: (...point) => {
      if (mayWrite()) series.add(...point);
    },
    addFormer: (...points) => {
      if (mayWrite()) series.addFormer(...points);
    },
    addHappening: (happening) => {
      if (mayWrite()) series.addHappening(happening);
    },
    past: (...asked) => series.past(...asked),
  };
}

/** Starts recommending: watches, then a pass every interval until stopped. */
export function startRecommender(
  context: RoleContext<RecommenderSettings>,
  { series, checkpoints, liveRounds, prices }: RecommenderPorts,
): RecommenderHandle {
  const { config, clock, wallClock, problems, caches, targets } = context;
  const log = context.log.child({ room: 'recommender' });
  const metrics = recommenderMetrics(context.metrics);
  const estimator = estimatorOf('percentile', config);
  const leadership = new Leadership(context, {
    room: 'recommender',
    name: leaseNameOf(config),
    loop: 'lead the recommenders',
    isElected: config.leaderElect,
  });
  const mayWrite = () => leadership.state.kind === 'leading';
  const client = leadingClient(context.client, mayWrite, log);
  const keeper = keepsWhile(mayWrite, series);
  const state = new ClusterState(config, estimator.learning);

  const faults = new Faults(problems);
  const choices = new Choices(config, estimator);
  const vpaStore = new VpaStore({ config, clock, problems, faults, caches, state, targets, choices });
  const revisions = new Revisions(caches, faults);
  const groupLabels = new GroupLabels();
  const feeds = openFeeds(context, {
    state,
    vpaStore,
    faults,
    groupLabels,
    keeper,
    liveRounds,
    metrics,
    log,
  });
  const signals = openSignals(context, { state, vpas: () => vpaStore.list(), metrics, log });
  const capacityOf = config.respectRoom
    ? capacityFrom({ caches, state, faults, clock, supply: nodeSupply(context) })
    : () => undefined;
  const recommending = new Recommending({
    config,
    estimator,
    state,
    capacityOf,
    studiesOf: (namespace, name) => vpaStore.get(namespace, name)?.studies,
    choices,
    storage: signals?.storage,
    leaksOf: (namespace, name) => vpaStore.get(namespace, name)?.leaks,
    heapOf: signals?.heapOf,
    rssOf: signals?.rssOf,
  });
  const lives = new TemplateLives(caches, faults, clock);
  const nodesByLabel = new NodesByLabel(caches.nodes);
  const groups = new Groups({
    config,
    clock,
    caches,
    state,
    nodes: nodesByLabel,
    labels: groupLabels,
    choices,
    recommending,
    capacityOf,
    problems,
    relearn: (namespace, name) => {
      const pod = caches.pods.get(namespace, name);
      if (pod) faults.guard('Pod', pod, () => feeds.pods.relearn(pod));
    },
  });
  const bounds = boundsByNamespace(caches);
  const limitsOf = (namespace: string) => bounds.limits(namespace).limits;
  const quality = new Quality(metrics);
  const checkpointKeeper = new CheckpointKeeper({
    config,
    estimator,
    place:
      config.checkpointsIn === 'database'
        ? new CheckpointRows({ checkpoints, clock, wallClock, problems })
        : new CheckpointObjects({ client, wallClock, problems, qps: config.kubeApiQps }),
    wallClock,
    problems,
    log,
    state,
    groupsBegun: (served) => groups.tellModel(served),
    ...(config.leaderElect && { followsSinceMs: clock.now() }),
  });
  const past = openPast(context, { state, vpaStore, metrics, keeper, log, lives });
  const studyPast = new StudyPast({ series: keeper, vpaStore, clock, wallClock, loops: context.loops });
  const pass = new Pass({
    config,
    clock,
    wallClock,
    log,
    problems,
    caches,
    state,
    vpaStore,
    revisions,
    ...feeds,
    reconciler: new VpaReconciler({
      config,
      wallClock,
      problems,
      pods: caches.pods,
      recommending,
      groups,
      newLives: new NewLives({ config, estimator, state, lives }),
      vpaStore,
      past: past?.loader,
      recentPast: new RecentPast(caches.pods, state, quality, keeper, (served, knowledge) =>
        cappedInPass({ pods: caches.pods, recommending, limitsOf }, served, knowledge),
      ),
    }),
    groups,
    quality,
    past: past?.loader,
    ...statusWriters({ client, wallClock, problems, log, mayWrite }),
    checkpointKeeper,
    mayWrite,
    metrics,
  });
  const views = openViews(context, {
    state,
    vpaStore,
    feeds,
    bounds,
    recommending,
    groups,
    signals,
    checkpointKeeper,
    pass,
    prices,
    inUseBy: (workload) => feeds.peers.of(workload),
  });

  caches.start(RECOMMENDER_KINDS);
  feeds.start();
  leadership.start();
  const loops = startLoops(context, {
    pass,
    pods: feeds.pods,
    vpaStore,
    checkpointKeeper,
    mayWrite,
    log,
    ended: (outcome) => {
      metrics.passes.inc({ outcome });
      views.passed();
    },
  });

  return {
    get lastPass() {
      return loops.lastPass;
    },
    get leader() {
      return leadership.state;
    },
    get pastLoad() {
      return past?.loader.progress.view;
    },
    summaries: views.summaries,
    withoutVpa: views.withoutVpa,
    get nodeLabels() {
      return nodesByLabel.labels;
    },
    ...answers({
      config,
      clock,
      state,
      caches,
      vpaStore,
      views: views.views,
      costs: views.costs,
      recommending,
      groups,
      past: past?.loader,
      signals,
      peers: feeds.peers,
    }),
    stop: async ({ clusterEndsToo } = { clusterEndsToo: false }) => {
      await Promise.all([loops.stop(), past?.stop(), studyPast.stop(), signals?.stop()]);
      if (!clusterEndsToo) await pass.flushCheckpoints(FLUSH_WITHIN_MS);
      await leadership.stop();
      views.stop();
      nodesByLabel.stop();
      vpaStore.stop();
      revisions.stop();
      lives.stop();
      await feeds.stop();
    },
  };
}
