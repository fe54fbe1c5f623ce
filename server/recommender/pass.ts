import { inSpan } from '@/server/lib/report/spans';
import { Slices } from '@/server/lib/time/slices';
import type { ClusterState } from '@/server/model/cluster-state';
import { WORKLOAD_KINDS } from '@/server/objects/workload-kinds';
import type { PassView } from '../contract/status';
import type { ClusterContext } from '../kube/role-context';
import type { LiveAnswer, LiveWanted } from '../usage/source';
import type { CheckpointKeeper } from './checkpoints/checkpoint-keeper';
import type { HappeningFeed } from './feeds/happening-feed';
import type { MetricsFeed } from './feeds/metrics-feed';
import type { OomFeed } from './feeds/oom-feed';
import type { PeerUsage } from './feeds/peer-usage';
import type { PodFeed } from './feeds/pod-feed';
import type { Groups } from './groups';
import type { PassOutcome, PassStep, RecommenderMetrics } from './metrics';
import { isFromPrometheus } from './past/need';
import type { PastLoader } from './past/past-loader';
import type { Quality } from './quality';
import { reportLeaks } from './recommend/leak-problems';
import type { VpaReconciler } from './recommend/reconcile-vpa';
import type { RecommenderSettings } from './settings';
import type { AnnotationWriter } from './status/annotation-writer';
import type { PendingStatus, StatusWriter } from './status/status-writer';
import type { Revisions } from './vpas/revisions';
import type { ServedVpa } from './vpas/served-vpa';
import type { VpaStore } from './vpas/vpa-store';

const AGGREGATE_GC_INTERVAL_MS = 3_600_000;
/** Share of the interval for writing statuses; the rest follows with the next pass. */
const STATUS_SHARE_OF_INTERVAL = 0.5;
const LEAST_STATUS_BUDGET_MS = 1000;
/** Up to this many namespaces are asked for metrics one by one. */
const MOST_NAMESPACES = 10;

/**
 * What is listed before the first pass, unless its list fails: usage that is learned before its node is known counts
 * for no group of nodes, and a target is looked up in the lists of workloads.
 */
const NEEDED_FIRST = ['nodes', 'podGroups', ...WORKLOAD_KINDS] as const;

interface PassParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'log' | 'problems' | 'caches'> {
  config: RecommenderSettings;
  state: ClusterState;
  vpaStore: VpaStore;
  revisions: Revisions;
  pods: PodFeed;
  metricsFeed: MetricsFeed;
  peers: Pick<PeerUsage, 'refresh'>;
  oomFeed: OomFeed;
  happenings: Pick<HappeningFeed, 'pass'>;
  reconciler: VpaReconciler;
  groups: Pick<Groups, 'settle'>;
  /** Written before the statuses, whose requests need them. */
  limitsWriter: Pick<AnnotationWriter, 'write'>;
  annotationWriters: readonly Pick<AnnotationWriter, 'write'>[];
  quality: Quality;
  statuses: StatusWriter;
  checkpointKeeper: CheckpointKeeper;
  /** Whether this process is the one that writes; the others learn and show the same. */
  mayWrite: () => boolean;
  metrics: RecommenderMetrics;
  /** Absent if there is no source of the past. */
  past: Pick<PastLoader, 'look'> | undefined;
}

export interface PassResult {
  outcome: PassOutcome;
  view?: PassView;
}

/** One pass over the cluster, in the reference's order; see `run`. */
export class Pass {
  /** The last outcome of the metrics API. */
  lastMetrics: LiveAnswer | undefined;
  lastAskedMs: number | undefined;
  private nextAggregateGcMs = 0;
  private isRunning = false;
  /** Until everything is recommended for; then it only writes, for as long as half of an interval. */
  private isLearning = false;
  private lastWanted: LiveWanted['namespaces'];
  private writesCheckpoints = false;
  private readingAhead: Promise<void> = Promise.resolve();
  private takingStated: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: PassParts) {}

  /**
   * VPAs → pods → metrics → OOMs → removed pods → recommendations and statuses → checkpoints → garbage. Pods
   * and VPAs come by watch, so the first two steps only update targets and checkpoints. Ends early once
   * `stopping` aborts, so that the last checkpoints do not wait.
   * @throws the signal's reason if it aborts while the metrics API is asked
   */
  async run(stopping: AbortSignal): Promise<PassResult> {
    this.isRunning = true;
    this.isLearning = true;
    try {
      return await this.runAll(stopping);
    } finally {
      this.isRunning = false;
      this.isLearning = false;
    }
  }

  private async runAll(stopping: AbortSignal): Promise<PassResult> {
    const { clock, state, config, pods, vpaStore, caches } = this.parts;
    if (!caches.vpas.seen || !caches.pods.seen) return { outcome: 'not-ready' };
    if (NEEDED_FIRST.some((kind) => caches[kind].state.kind === 'listing' && !caches[kind].seen))
      return { outcome: 'not-ready' };
    await this.takingStated;
    const startedMs = performance.now();
    const nowMs = clock.now();
    const oldestMs = this.oldestMs(nowMs);
    const slices = new Slices();
    state.advanceTo(nowMs);

    const loaded = await this.timed('LoadVPAs', async () => {
      // Those that were made or edited until now are recommended for with all others.
      vpaStore.takeStated();
      await vpaStore.resolveTargets(slices);
      this.parts.groups.settle(vpaStore.list());
      const isRead = isFromPrometheus(config) || (await this.readCheckpoints(vpaStore.list()));
      this.parts.past?.look();
      return isRead;
    });
    const samples = await this.timed('LoadMetrics', () => this.readMetrics(stopping));
    await this.parts.peers.refresh(slices);
    this.parts.oomFeed.count(clock.now(), oldestMs);
    this.parts.happenings.pass(clock.now(), oldestMs);
    pods.dropRemoved(oldestMs);
    const statusWrites = await this.timed('UpdateVPAs', () => this.recommend(slices, stopping));
    const checkpointWrites = await this.timed('MaintainCheckpoints', () => this.writeCheckpoints(stopping));
    if (!stopping.aborted) await this.timed('GarbageCollect', async () => this.collectGarbage());

    const servedVpas = vpaStore.list();
    const durationMs = performance.now() - startedMs;
    this.parts.metrics.executionLatency.observe({ step: 'total' }, durationMs / 1000);
    const complete = loaded && this.lastMetrics === 'samples';
    return {
      outcome: complete ? 'done' : 'partial',
      view: {
        atMs: nowMs,
        durationMs,
        vpas: servedVpas.length,
        containers: containersOf(servedVpas),
        samples,
        statusWrites,
        checkpointWrites,
      },
    };
  }

  private async timed<T>(step: PassStep, work: () => Promise<T>): Promise<T> {
    const end = this.parts.metrics.executionLatency.startTimer({ step });
    try {
      return await inSpan(step, {}, work);
    } finally {
      end();
    }
  }

  private async readCheckpoints(servedVpas: readonly ServedVpa[]): Promise<boolean> {
    const unread = servedVpas.filter((served) => served.checkpoints !== 'loaded');
    return unread.length === 0 || this.parts.checkpointKeeper.load(unread);
  }

  private async readMetrics(stopping: AbortSignal): Promise<number> {
    const { metricsFeed, metrics, config, clock, state } = this.parts;
    await this.readingAhead;
    const nowMs = clock.now();
    state.advanceTo(nowMs);
    const wanted = this.wanted(nowMs);
    const { answer, accepted } = await metricsFeed.fetch(wanted, stopping);
    this.lastWanted = wanted.namespaces;
    this.lastMetrics = answer;
    this.lastAskedMs = nowMs;
    metrics.metricServerResponses.inc({
      is_error: String(answer !== 'samples'),
      client_name: config.recommenderName,
    });
    return accepted;
  }

  private wanted(nowMs: number): LiveWanted {
    return { namespaces: this.namespacesWanted(), sinceMs: nowMs - this.parts.config.recommenderIntervalMs };
  }

  /**
   * Between two passes of a large cluster, reads a part of the usage that the next one needs. Does nothing while a pass
   * goes on, or where the last one got no samples.
   */
  async readAhead(stopping: AbortSignal): Promise<void> {
    if (this.isRunning || this.lastMetrics !== 'samples') return;
    const nowMs = this.parts.clock.now();
    this.parts.state.advanceTo(nowMs);
    const reading = this.parts.metricsFeed.fetchAhead(this.wanted(nowMs), stopping);
    this.readingAhead = reading.catch(() => undefined);
    await reading;
  }

  /** Those with VPAs while they are few; otherwise, and while there is no VPA yet, all. */
  private namespacesWanted(): readonly string[] | undefined {
    const { config, vpaStore } = this.parts;
    if (config.vpaObjectNamespace) return [config.vpaObjectNamespace];
    const namespaces = new Set<string>();
    for (const { namespace } of vpaStore.list()) {
      namespaces.add(namespace);
      if (namespaces.size > MOST_NAMESPACES) return undefined;
    }
    return namespaces.size > 0 ? [...namespaces].sort() : undefined;
  }

  private async recommend(slices: Slices, stopping: AbortSignal): Promise<number> {
    const servedVpas = this.parts.vpaStore.list().sort((a, b) => a.statusWrittenAtMs - b.statusWrittenAtMs);
    const pending = await this.reconcile(servedVpas, slices);
    this.isLearning = false;
    reportLeaks(servedVpas, this.parts.problems);
    this.parts.quality.countVpas(servedVpas);
    return this.writeStatuses(servedVpas, pending, stopping);
  }

  private async reconcile(servedVpas: readonly ServedVpa[], slices: Slices): Promise<PendingStatus[]> {
    const { reconciler, clock } = this.parts;
    const pending: PendingStatus[] = [];
    for (const served of servedVpas) {
      const changed = reconciler.reconcile(served, clock.now());
      if (changed) pending.push(changed);
      const pause = slices.breathe();
      if (pause) await pause;
    }
    return pending;
  }

  private async writeStatuses(
    servedVpas: readonly ServedVpa[],
    pending: readonly PendingStatus[],
    stopping: AbortSignal,
  ): Promise<number> {
    const { wallClock, clock, config } = this.parts;
    const budgetMs = (config.recommenderIntervalMs / clock.speed) * STATUS_SHARE_OF_INTERVAL;
    const deadlineMs = wallClock.steady() + Math.max(LEAST_STATUS_BUDGET_MS, budgetMs);
    await this.parts.limitsWriter.write(servedVpas, stopping);
    const written = await this.parts.statuses.write(pending, deadlineMs, stopping);
    for (const writer of this.parts.annotationWriters) await writer.write(servedVpas, stopping);
    return written;
  }

  /**
   * Counts kills for memory that came since the last pass. @returns the VPAs of what was killed; undefined before the
   * first pass and while checkpoints are written, which must have no kill that is later than themselves
   */
  countKills(): ReadonlySet<ServedVpa> | undefined {
    const { clock, state, oomFeed } = this.parts;
    if (this.lastAskedMs === undefined || this.writesCheckpoints) return undefined;
    const nowMs = clock.now();
    state.advanceTo(nowMs);
    return oomFeed.count(nowMs, this.oldestMs(nowMs));
  }

  /**
   * Takes the VPAs that were made or edited since the last pass, with their targets, checkpoints and the usage of their
   * namespaces. @returns undefined before the first pass and while one learns, which does the same; none if there are
   * more than `most`, which is work for a pass
   */
  async takeStated(most: number, stopping: AbortSignal): Promise<ServedVpa[] | undefined> {
    if (this.lastAskedMs === undefined || this.isLearning) return undefined;
    const servedVpas = this.parts.vpaStore.takeStated();
    if (servedVpas.length > most) return [];
    const taking = this.readyFor(servedVpas, stopping);
    this.takingStated = taking.catch(() => undefined);
    await taking;
    return servedVpas;
  }

  private async readyFor(servedVpas: readonly ServedVpa[], stopping: AbortSignal): Promise<void> {
    const { vpaStore, groups, past, config, clock, state, metricsFeed } = this.parts;
    const nowMs = clock.now();
    state.advanceTo(nowMs);
    await vpaStore.resolveTargets(new Slices(), servedVpas);
    groups.settle(vpaStore.list());
    if (!isFromPrometheus(config)) await this.readCheckpoints(servedVpas);
    past?.look();
    const { lastWanted } = this;
    const unasked = new Set(
      servedVpas.map(({ namespace }) => namespace).filter((name) => lastWanted?.includes(name) === false),
    );
    if (unasked.size === 0) return;
    this.lastWanted = [...(lastWanted ?? []), ...unasked];
    await metricsFeed.fetchMore({ ...this.wanted(nowMs), namespaces: [...unasked].sort() }, stopping);
  }

  /** Recommends for these alone and writes it, as a pass does for all. @returns how many statuses were written */
  async recommendFor(servedVpas: readonly ServedVpa[], stopping: AbortSignal): Promise<number> {
    return this.writeStatuses(servedVpas, await this.reconcile(servedVpas, new Slices()), stopping);
  }

  /** What happened before is not learned any more. */
  private oldestMs(nowMs: number): number {
    const { memoryAggregationIntervalMs, memoryAggregationIntervalCount } = this.parts.config;
    return nowMs - memoryAggregationIntervalMs * memoryAggregationIntervalCount;
  }

  private async writeCheckpoints(stopping: AbortSignal): Promise<number> {
    this.writesCheckpoints = true;
    try {
      return await this.writeDueCheckpoints(stopping);
    } finally {
      this.writesCheckpoints = false;
    }
  }

  private writeDueCheckpoints(stopping: AbortSignal): Promise<number> {
    const { checkpointKeeper, vpaStore, clock, wallClock, config, mayWrite } = this.parts;
    const servedVpas = vpaStore.list();
    const share = checkpointKeeper.shareOf(
      config.recommenderIntervalMs / clock.speed,
      containersOf(servedVpas),
    );
    return checkpointKeeper.write(servedVpas, clock.now(), {
      deadlineMs: wallClock.steady() + config.checkpointsTimeoutMs / clock.speed,
      atLeast: config.minCheckpoints,
      atMost: Math.max(share, config.minCheckpoints),
      stopping,
      mayWrite,
    });
  }

  /** Writes every checkpoint that is out of date, as before an end. */
  flushCheckpoints(budgetMs: number): Promise<number> {
    const { checkpointKeeper, vpaStore, clock, wallClock, mayWrite } = this.parts;
    return checkpointKeeper.write(vpaStore.list(), clock.now(), {
      deadlineMs: wallClock.steady() + budgetMs,
      atLeast: 0,
      evenIfRecent: true,
      mayWrite,
    });
  }

  private collectGarbage(): void {
    const { clock, state, revisions } = this.parts;
    const nowMs = clock.now();
    if (nowMs >= this.nextAggregateGcMs) {
      this.nextAggregateGcMs = nowMs + AGGREGATE_GC_INTERVAL_MS;
      state.collectGarbage(nowMs, {
        isLive: (namespace, labels) => state.matchesAnyVpa(namespace, labels),
        canReturn: (namespace, labels) => revisions.canReturn(namespace, labels),
      });
    }
    this.parts.metrics.aggregates.set(state.aggregateCount + state.foldedCount);
  }
}

function containersOf(servedVpas: readonly ServedVpa[]): number {
  return servedVpas.reduce((sum, { containers }) => sum + containers.size, 0);
}
