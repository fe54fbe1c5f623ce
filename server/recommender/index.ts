import { boundsByNamespace } from '@/server/cluster/bounds-by-namespace';
import { NodesByLabel } from '@/server/cluster/nodes-by-label';
import { estimatorOf } from '@/server/decide/estimators';
import { globalMaxAllowedFrom } from '@/server/decide/pods/global-max-allowed';
import { Leadership } from '@/server/kube/leadership';
import type { RoleContext } from '@/server/kube/role-context';
import { WatchCache } from '@/server/kube/watch-cache';
import { ClusterState } from '@/server/model/cluster-state';
import { controllerOf } from '@/server/objects/owners';
import { API_RESOURCES } from '@/server/objects/resources';
import type { KubeEvent } from '@/server/objects/types';
import { workloadKindOf } from '@/server/objects/workload-kinds';
import { nodeSupply } from '../cluster/node-supply';
import { repeat } from '../lib/time/repeat';
import { PrometheusSignals } from '../usage/prometheus/signals';
import { LIVE_SOURCES } from '../usage/sources';
import { recommendAfterKills } from './after-kills';
import { answers } from './answers';
import { capacityFrom } from './capacity-of';
import { CheckpointObjects } from './checkpoints/checkpoint-objects';
import { CheckpointRows } from './checkpoints/checkpoint-rows';
import { collectRegularly } from './checkpoints/collecting';
import { Memory } from './checkpoints/memory';
import { Faults } from './faults';
import { HappeningFeed } from './feeds/happening-feed';
import { MetricsFeed } from './feeds/metrics-feed';
import { OomFeed } from './feeds/oom-feed';
import { PeerUsage } from './feeds/peer-usage';
import { PodFeed } from './feeds/pod-feed';
import { PORTIONS, Portions } from './feeds/portions';
import { RecentOoms } from './feeds/recent-ooms';
import { REFUSAL_EVENTS, RefusalEvents } from './feeds/refusal-events';
import { Groups } from './groups';
import { GroupLabels } from './groups/group-labels';
import { NODE_GROUPS_ANNOTATION } from './groups/groups-annotation';
import type { RecommenderHandle, RecommenderPorts } from './handle';
import { RECOMMENDER_KINDS } from './kinds';
import { keepsWhile, leaseNameOf } from './leading';
import { PassLoop } from './loop';
import { recommenderMetrics } from './metrics';
import { Pass } from './pass';
import { openPast } from './past';
import { knownPods } from './past/known-pods';
import { StudyPast } from './past/study-past';
import { Quality } from './quality';
import { Choices } from './recommend/choices';
import { Recommending } from './recommend/recommending';
import { VpaReconciler } from './recommend/reconcile-vpa';
import { Revisions } from './records/revisions';
import { VpaStore } from './records/vpa-store';
import type { RecommenderSettings } from './settings';
import { startSignals } from './signals';
import { AnnotationWriter } from './status/annotation-writer';
import { OWN_LIMITS_ANNOTATION } from './status/memory-limits-annotation';
import { StatusWriter } from './status/status-writer';
import { WHOLE_POD_ANNOTATION } from './status/whole-pod-annotation';
import { Costs } from './views/costs';
import { heldInPass } from './views/held-in-pass';
import { RecentPast } from './views/recent-past';
import { Summaries } from './views/summaries';
import { foreignSummary } from './views/vpa-view';
import { WithoutVpa } from './views/without-vpa';
import { WorkloadViews } from './views/workload-view';

export type { RecommenderHandle } from './handle';

/** Longest time for the last checkpoints when the recommender stops. */
const FLUSH_WITHIN_MS = 4000;

/** Starts recommending: watches, then a pass every interval until stopped. */
export function startRecommender(
  context: RoleContext<RecommenderSettings>,
  { series, checkpoints, liveRounds, prices }: RecommenderPorts,
): RecommenderHandle {
  const { config, clock, wallClock, problems, client, caches, targets } = context;
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
  const keeper = keepsWhile(mayWrite, series);
  const state = new ClusterState(config, estimator.learning);

  const evictions = new WatchCache<KubeEvent>(client, API_RESOURCES.events, {
    log,
    holdings: caches.holdings,
    fieldSelector: 'reason=Evicted',
  });
  const refusals = new WatchCache<KubeEvent>(client, API_RESOURCES.events, {
    log,
    holdings: caches.holdings,
    fieldSelector: REFUSAL_EVENTS,
  });
  const refusalEvents = new RefusalEvents(refusals);
  const faults = new Faults(problems);
  const choices = new Choices(config, estimator);
  const book = new VpaStore(config, state, targets, problems, faults, caches, choices, clock);
  const revisions = new Revisions(caches, faults);
  const happenings = new HappeningFeed({ state, caches, clock, faults, keeper });
  const groupLabels = new GroupLabels();
  const feed = new PodFeed(
    state,
    faults,
    caches.pods,
    evictions,
    (...seen) => happenings.learn(...seen),
    groupLabels,
    config.nativeSidecars,
    config,
  );
  const signals =
    config.prometheusAddress === ''
      ? undefined
      : startSignals(context, {
          source: new PrometheusSignals({
            settings: config,
            known: knownPods(state, caches),
            problems,
            wallClock,
            log,
          }),
          state,
          vpas: () => book.list(),
          metrics,
        });
  const roomOf = config.respectRoom
    ? capacityFrom({ caches, state, faults, clock, supply: nodeSupply(context) })
    : () => undefined;
  const recommending = new Recommending({
    config,
    estimator,
    state,
    roomOf,
    studiesOf: (namespace, name) => book.get(namespace, name)?.studies,
    choices,
    storage: signals?.storage,
    leaksOf: (namespace, name) => book.get(namespace, name)?.leaks,
    heapOf: signals?.heapOf,
  });
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
    roomOf,
    problems,
    relearn: (namespace, name) => {
      const pod = caches.pods.get(namespace, name);
      if (pod) faults.guard('Pod', pod, () => feed.relearn(pod));
    },
  });
  const recentOoms = new RecentOoms();
  const bounds = boundsByNamespace(caches);
  const limitsOf = (namespace: string) => bounds.limits(namespace).limits;
  const quality = new Quality(metrics);
  const memory = new Memory({
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
    groupsBegun: (record) => groups.tellModel(record),
    ...(config.leaderElect && { followsSinceMs: clock.now() }),
  });
  const past = openPast(context, { state, book, metrics, keeper, log });
  const studyPast = new StudyPast({ series: keeper, book, clock, wallClock, loops: context.loops });
  const peers = new PeerUsage({ caches, targets, state, clock });
  const pass = new Pass({
    config,
    clock,
    wallClock,
    log,
    problems,
    caches,
    state,
    book,
    revisions,
    pods: feed,
    peers,
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
    oomFeed: new OomFeed({ state, pods: feed, book, recent: recentOoms, keeper, metrics, log }),
    happenings,
    reconciler: new VpaReconciler({
      config,
      wallClock,
      problems,
      pods: caches.pods,
      recommending,
      groups,
      past: past?.loader,
      recentPast: new RecentPast(caches.pods, state, quality, keeper, (record, knowledge) =>
        heldInPass({ pods: caches.pods, recommending, limitsOf }, record, knowledge),
      ),
    }),
    groups,
    limitsWriter: new AnnotationWriter(client, problems, mayWrite, OWN_LIMITS_ANNOTATION),
    annotationWriters: [NODE_GROUPS_ANNOTATION, WHOLE_POD_ANNOTATION].map(
      (written) => new AnnotationWriter(client, problems, mayWrite, written),
    ),
    quality,
    past: past?.loader,
    statuses: new StatusWriter(client, wallClock, problems, log, mayWrite),
    memory,
    mayWrite,
    metrics,
  });
  const views = new WorkloadViews({
    config,
    clock,
    problems,
    memory,
    pods: caches.pods,
    state,
    controllerOf: (target) => {
      const kind = workloadKindOf(target.apiVersion, target.kind);
      const workload = kind && caches[kind].get(target.namespace, target.name);
      const isOfTarget = (name: string) =>
        controllerOf(caches.replicaSets.get(target.namespace, name)?.metadata.ownerReferences)?.uid ===
        workload?.metadata.uid;
      const events = () =>
        kind === 'deployments'
          ? refusalEvents.aboutReplicaSets(target.namespace, isOfTarget)
          : refusalEvents.about(target);
      return workload && { kind, workload, events };
    },
    ownerOf: ({ metadata: { namespace = '', ownerReferences } }) => {
      const owner = targets.topmostController(namespace, ownerReferences) ?? controllerOf(ownerReferences);
      return owner && { kind: owner.kind, name: owner.name };
    },
    recommending,
    pass,
    recentOoms,
    limitsOf,
    quotasOf: (namespace) => bounds.quotas(namespace).rooms,
    globalMaxAllowed: globalMaxAllowedFrom(config),
    signals,
    groups,
  });
  const summaries = new Summaries({
    vpas: caches.vpas,
    pods: caches.pods,
    vpasOf: ({ metadata: { namespace = '', labels = {} } }) => state.vpasFor(namespace, labels),
    summaryOf: (vpa) => {
      const record = book.get(vpa.metadata.namespace ?? '', vpa.metadata.name);
      return record ? views.summary(record) : foreignSummary(vpa, config);
    },
    problems,
  });
  const withoutVpa = new WithoutVpa({ config, caches, targets, recommending, views });
  const costs = new Costs({ prices, caches, targets, state, recommending, groups, limitsOf });
  const loop = new PassLoop({
    intervalMs: config.recommenderIntervalMs,
    clock,
    wallClock,
    log,
    loops: context.loops,
    pass,
    ended: (outcome) => {
      metrics.passes.inc({ outcome });
      summaries.passed();
      withoutVpa.passed();
    },
  });

  const ahead = repeat({
    name: 'usage ahead of passes',
    everyMs: config.recommenderIntervalMs / PORTIONS,
    waitsFirst: true,
    clock,
    wallClock,
    loops: context.loops,
    run: async (stopping) => {
      await pass.readAhead(stopping);
      return 'done' as const;
    },
  });

  const afterKills = recommendAfterKills({ pods: feed, pass, wallClock, loops: context.loops });

  caches.start(RECOMMENDER_KINDS);
  evictions.start();
  refusals.start();
  leadership.start();
  loop.start();
  const collecting = collectRegularly({
    intervalMs: config.checkpointsGcIntervalMs,
    clock,
    wallClock,
    loops: context.loops,
    log,
    caches,
    book,
    memory,
    mayWrite,
  });

  return {
    get lastPass() {
      return loop.lastPass;
    },
    get leader() {
      return leadership.state;
    },
    get pastLoad() {
      return past?.loader.progress.view;
    },
    summaries,
    withoutVpa,
    get nodeLabels() {
      return nodesByLabel.labels;
    },
    ...answers({
      config,
      clock,
      state,
      caches,
      book,
      views,
      costs,
      recommending,
      groups,
      past: past?.loader,
      signals,
      peers,
    }),
    stop: async ({ clusterEndsToo } = { clusterEndsToo: false }) => {
      await Promise.all([
        loop.stop(),
        ahead.stop(),
        afterKills.stop(),
        collecting.stop(),
        past?.stop(),
        studyPast.stop(),
        signals?.stop(),
      ]);
      if (!clusterEndsToo) await pass.flushCheckpoints(FLUSH_WITHIN_MS);
      await leadership.stop();
      summaries.stop();
      withoutVpa.stop();
      feed.stop();
      nodesByLabel.stop();
      happenings.stop();
      book.stop();
      revisions.stop();
      await Promise.all([evictions.stop(), refusals.stop()]);
    },
  };
}
