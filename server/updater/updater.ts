import { ApprovalIndex } from '../cluster/approval-index';
import { nodeSupply } from '../cluster/node-supply';
import type { UpdaterState } from '../contract/plan';
import { optsInAlike } from '../decide/features/opting-in';
import { OUTCOME_ANNOTATION } from '../decide/pods/outcome/state';
import type { StopState } from '../decide/pods/stop';
import { Planner } from '../decide/running/plan';
import type { ClusterFacts, WorkloadInput } from '../decide/running/plan-input';
import type { Plan } from '../decide/running/planned';
import { resumedUnder } from '../decide/running/resumed';
import { Leadership } from '../kube/leadership';
import { leadingClient } from '../kube/leading-client';
import type { RoleContext } from '../kube/role-context';
import { errorText } from '../lib/report/errors';
import { inSpan, type Note } from '../lib/report/spans';
import { fewAtATime } from '../lib/time/few-at-a-time';
import { type Repeating, type RunOutcome, repeat } from '../lib/time/repeat';
import { inSlices } from '../lib/time/slices';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { JournalWriter } from '../store';
import type { ActionKind } from '../words/records';
import { ActionLimits } from './act/action-limits';
import { ApprovalActuator } from './act/approval-actuator';
import { ApprovalCollector } from './act/approval-collector';
import { type AwaitingWorkload, DecisionLog } from './act/decision-log';
import { HpaActuator } from './act/hpa-actuator';
import { type ActingVpa, actingVpa, UpdaterMetrics } from './act/metrics';
import { PlacesLeft } from './act/places-left';
import { PodActuator } from './act/pod-actuator';
import { PodMarks } from './act/pod-marks';
import { tellSkipped } from './act/skipped-resizes';
import { dueIn, type Task } from './due';
import { reportFaults } from './fault-problems';
import { Gatherer } from './gather/gatherer';
import { type HistorySource, historyFromCheckpoints } from './gather/history';
import { kindsToWatch } from './gather/kinds';
import { LeaseWatch } from './gather/lease-watch';
import { LoopTracker } from './gather/loop-tracker';
import type { MomentSources, ThrottlingSource } from './gather/moment';
import { PastAttempts } from './gather/past-attempts';
import type { StopSource } from './handle';
import { OutcomeFollower } from './outcome/follower';
import { OutcomeMetrics } from './outcome/metrics';
import { OutcomePublisher } from './outcome/outcome-publisher';
import { cannotWait } from './resize-news';
import type { UpdaterSettings } from './settings';
import { type Planned, ShownPlan } from './shown-plan';

interface UpdaterParts
  extends Partial<
    Pick<MomentSources, 'pressureOf' | 'usedMemoryOf' | 'lowMemoryOf' | 'isSampled' | 'peersUse'>
  > {
  stops: StopSource;
  recorder: JournalWriter;
  /** Usage history of a VPA, if the recommender runs in this process. */
  history?: HistorySource;
  /** How much its containers are throttled, if the recommender of this process learns that. */
  throttlingOf?: ThrottlingSource;
  memoryPeakOf?: ClusterFacts['memoryPeakOf'];
}

/** Not the reference's name, which a managed cluster's VPA may hold. */
export const UPDATER_LEASE_NAME = 'plumbline-updater';
/** VPAs acted on at a time; the pods of one VPA go one after the other. */
const WORKERS = 10;
/** Shortest pause between two passes, in real time. */
const SHORTEST_PAUSE_MS = 200;
const AGAIN_SOON_MS = 1_000;
/** What a kubelet says of a resize is answered no more often, in real time. */
const HURRY_AGAIN_MS = 5_000;
/** Pause before a failed pass is repeated, in real time. */
const FAILED_BACKOFF = { firstMs: 1_000, longestMs: 60_000 };
/** How often a follower checks whether it leads, in real time. */
const FOLLOWING_PAUSE_MS = 1_000;

/** Whether a plan finds the same in two versions of a VPA, besides what is recommended. */
function isPlannedAlike(a: VerticalPodAutoscaler, b: VerticalPodAutoscaler): boolean {
  return (
    a.metadata.generation === b.metadata.generation &&
    optsInAlike(a, b) &&
    a.metadata.annotations?.[OUTCOME_ANNOTATION] === b.metadata.annotations?.[OUTCOME_ANNOTATION]
  );
}

/** Plans and acts, pass after pass, until stopped. */
export class Updater {
  readonly gatherer: Gatherer;
  readonly loops: LoopTracker;
  readonly lease: LeaseWatch;
  readonly shown: ShownPlan;
  private readonly leadership: Leadership;
  private readonly planner = new Planner();
  private readonly attempts: PastAttempts;
  private readonly decisions = new DecisionLog((plan, pod, atMs) =>
    tellSkipped(plan, pod, { events: this.context.events, atMs }),
  );
  private readonly limits: ActionLimits;
  private readonly metrics: UpdaterMetrics;
  private readonly actuator: PodActuator;
  private readonly outcomes: OutcomeFollower;
  private readonly hpaActuator: HpaActuator;
  private readonly approvals: ApprovalIndex;
  private readonly approvalActuator: ApprovalActuator;
  private readonly approvalCollector: ApprovalCollector;
  private readonly stopping = new AbortController();
  private readonly endWatching: (() => void)[];
  private running: Repeating | undefined;
  private current: UpdaterState = { kind: 'waiting-for-caches' };
  private isAgainSoon = false;
  private hurriedMs = Number.NEGATIVE_INFINITY;
  private nextDueMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly context: RoleContext<UpdaterSettings>,
    private readonly parts: UpdaterParts,
  ) {
    const { config, clock, wallClock, caches, targets, metrics, events } = context;
    const log = context.log.child({ room: 'updater' });
    const client = leadingClient(context.client, () => this.isLeading, log);
    const { throttlingOf = () => undefined, pressureOf = () => undefined } = parts;
    const attempts = new PastAttempts(config.actionBackoffMs);
    this.attempts = attempts;
    this.loops = new LoopTracker(client);
    this.leadership = new Leadership(context, {
      room: 'updater',
      name: UPDATER_LEASE_NAME,
      loop: 'lead the updaters',
      isElected: config.leaderElect,
    });
    this.lease = new LeaseWatch({
      client: context.client,
      wallClock,
      log,
      problems: context.problems,
      namespace: config.systemNamespace,
      isRequired: config.useAdmissionControllerStatus,
      maxAgeMs: config.admissionLeaseMaxAgeMs,
    });
    this.approvals = new ApprovalIndex(caches.changeApprovals, config.approvals);
    this.gatherer = new Gatherer({
      approvals: this.approvals,
      config,
      clock,
      caches,
      targets,
      loops: this.loops,
      attempts,
      throttlingOf,
      pressureOf,
      usedMemoryOf: parts.usedMemoryOf,
      lowMemoryOf: parts.lowMemoryOf,
      isSampled: parts.isSampled,
      peersUse: parts.peersUse,
      histories: [...(parts.history ? [parts.history] : []), historyFromCheckpoints(caches)],
      stops: () => parts.stops.state,
      hearsStops: () => parts.stops.isHearing,
      lease: () => this.lease.read(),
      memoryPeakOf: parts.memoryPeakOf,
      supply: nodeSupply(context),
    });
    this.limits = new ActionLimits(config, { nowMs: clock.now(), clockSpeed: clock.speed });
    this.metrics = new UpdaterMetrics(metrics);
    this.outcomes = new OutcomeFollower({
      client,
      clock,
      log,
      publisher: new OutcomePublisher({
        log,
        events,
        recorder: parts.recorder,
        metrics: new OutcomeMetrics(metrics),
      }),
      throttlingOf,
      settings: config,
      capacity: () => this.gatherer.capacity,
      nodesCome: () => this.gatherer.cluster.facts().nodesCome ?? false,
      mayAct: () => this.mayAct,
    });
    this.actuator = new PodActuator({
      client,
      clock,
      log,
      events,
      recorder: parts.recorder,
      gatherer: this.gatherer,
      loops: this.loops,
      attempts,
      outcomes: this.outcomes,
      places: new PlacesLeft({
        capacity: this.gatherer.capacity,
        nodes: this.gatherer.nodes,
        asksForCapacity: config.deferredResizeHeldMs === 0,
        nodesCome: () => this.gatherer.cluster.facts().nodesCome ?? false,
        ownedBy: (namespace, uid) => this.gatherer.pods.ownedBy(namespace, uid),
        wallClock,
      }),
      marks: new PodMarks(client, caches.podNotes, wallClock),
      notes: caches.podNotes,
      metrics: this.metrics,
      mayAct: () => this.mayAct,
      acted: (vpaKey) => this.limits.acted(vpaKey, clock.now()),
    });
    this.hpaActuator = new HpaActuator({
      client,
      clock,
      log,
      events,
      recorder: parts.recorder,
      problems: context.problems,
      withdrawn: (workload) => this.gatherer.withdrawn(workload),
      mayAct: () => this.mayAct,
    });
    this.approvalActuator = new ApprovalActuator({
      client,
      clock,
      log,
      events,
      problems: context.problems,
      mayAct: () => this.mayAct,
    });
    this.approvalCollector = new ApprovalCollector({
      client,
      clock,
      log,
      approvalIndex: this.approvals,
      mayAct: () => this.mayAct,
    });
    let stopCount = parts.stops.list().length;
    this.shown = new ShownPlan(
      () => this.plan(),
      (atMs) => clock.now() - atMs > 2 * config.updaterIntervalMs,
    );
    const outdate = () => this.shown.outdate();
    const endStopWatch = parts.stops.onChange(() => {
      outdate();
      const now = parts.stops.list().length;
      // Whatever has accumulated during the stop must not go all at once.
      if (now < stopCount) this.limits.beginWarmUp(clock.now());
      stopCount = now;
    });
    const endPolicyWatch = caches.vpas.subscribe({
      added: outdate,
      updated: (former, vpa) => {
        if (!isPlannedAlike(former, vpa)) outdate();
      },
      deleted: outdate,
    });
    const endPodWatch = caches.pods.subscribe({
      updated: (former, pod) => {
        if (cannotWait(former, pod)) this.hurry();
      },
    });
    const endApprovalWatch = caches.changeApprovals.subscribe({ added: outdate, deleted: outdate });
    const endGroupWatch = caches.podGroups.subscribe({
      added: outdate,
      updated: ({ metadata }, group) => {
        if (metadata.generation !== group.metadata.generation) outdate();
      },
      deleted: outdate,
    });
    this.endWatching = [
      endStopWatch,
      endPodWatch,
      endPolicyWatch,
      endApprovalWatch,
      endGroupWatch,
      () => this.approvals.close(),
    ];
  }

  get state(): UpdaterState {
    return this.current;
  }

  /** Whether this process is the one that acts and records; false before another's turn can begin. */
  get isLeading(): boolean {
    return this.leadership.state.kind === 'leading';
  }

  /** The VPAs whose pods wait for a person; none while another process acts. */
  get held(): Iterable<AwaitingWorkload> {
    return this.isLeading ? this.decisions.forPeople : [];
  }

  /** Follows the cluster if it does not yet; resolves once its state and the stops in force are known. */
  async follow(): Promise<void> {
    const { caches, config } = this.context;
    const kinds = kindsToWatch(config);
    caches.start(kinds);
    this.lease.start();
    await Promise.all([caches.settled(kinds), this.parts.stops.settled(), this.lease.settled()]);
  }

  start(): void {
    const following = this.follow();
    this.leadership.start();
    following
      .then(() => this.begin())
      .catch((error: unknown) => {
        this.context.log.error({ err: error }, 'The updater could not start');
        this.context.problems.report('role-not-started', 'updater', errorText(error));
      });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const end of this.endWatching) end();
    await this.running?.stop();
    await this.leadership.stop();
    await this.lease.stop();
  }

  /** What a pass beginning now would do; lets others run in between. */
  async plan(): Promise<Planned> {
    const { cluster, workloads, faults } = await inSlices(this.gatherer.gathering());
    const nowMs = this.context.clock.now();
    const allowances = this.limits.allowances(nowMs);
    const { capacity, nodes } = this.gatherer;
    const plan = await inSlices(
      this.planner.planning({ nowMs, cluster, workloads, allowances, capacity, nodes }),
    );
    return { plan, workloads, faults: [...faults, ...plan.faults] };
  }

  /** What the first pass would do for the stopped VPAs if only the stops in `next` were in force. */
  async planOnceStopsAre(next: StopState): Promise<Plan> {
    await this.shown.refresh();
    const { workloads } = this.shown.latest ?? (await this.plan());
    const resumed = await inSlices(resumedUnder(workloads, { now: this.parts.stops.state, next }));
    const nowMs = this.context.clock.now();
    const allowances = this.limits.allowancesOnceResumed(nowMs);
    const cluster = this.gatherer.cluster.facts();
    const { capacity, nodes } = this.gatherer;
    return inSlices(
      this.planner.planning({ nowMs, cluster, workloads: resumed, allowances, capacity, nodes }),
    );
  }

  /** Plans, records what changed, acts; returns the plan it carried out. */
  async pass(): Promise<Plan> {
    const started = performance.now();
    const asOf = this.shown.news;
    const planned = await inSpan('plan', {}, () => this.plan());
    const { plan, workloads, faults } = planned;
    this.shown.show(planned, asOf);
    this.metrics.took('plan', (performance.now() - started) / 1000);
    const uncounted = await inSlices(this.metrics.counting(plan));
    this.metrics.leaseRead(this.lease.read());
    const unrecorded = this.isLeading
      ? await inSlices(this.decisions.recording(plan, this.parts.recorder))
      : [];
    const { tasks, isWarmingUp, nextMs, short, faults: unscanned } = await inSlices(dueIn(plan, workloads));
    reportFaults(this.context.problems, [...faults, ...uncounted, ...unrecorded, ...unscanned]);
    if (isWarmingUp) this.limits.warmUpHeldBack(plan.atMs);
    this.nextDueMs = nextMs;
    for (const { key, uids } of short) this.attempts.shortNow(key, uids, plan.atMs);
    const actingSince = performance.now();
    const noted = await this.approvalActuator.prepare(planned, tasks);
    const ready = await this.hpaActuator.prepare(workloads, noted);
    await this.carryOut(ready);
    this.isAgainSoon ||= ready.some(({ workload }) => workload.hpa?.mode === 'keep-threshold');
    if (tasks.length > 0) this.shown.outdate();
    this.metrics.took('act', (performance.now() - actingSince) / 1000);
    await this.persistLoops(workloads);
    await this.outcomes.follow(workloads);
    await this.approvalCollector.collect(workloads);
    return plan;
  }

  private begin(): void {
    if (this.stopping.signal.aborted) return;
    this.shown.outdate();
    const { clock, wallClock, config, loops } = this.context;
    this.running = repeat({
      name: 'update',
      span: 'updater pass',
      everyMs: config.updaterIntervalMs,
      backoff: FAILED_BACKOFF,
      clock,
      wallClock,
      loops,
      run: (_stopping, note) => this.run(note),
    });
  }

  private async run(note: Note): Promise<RunOutcome> {
    const { caches, clock, config } = this.context;
    const startedMs = clock.now();
    const leader = this.leadership.state;
    if (leader.kind === 'following') {
      this.current = leader;
      return { laterMs: FOLLOWING_PAUSE_MS * clock.speed };
    }
    if (!caches.vpas.seen || !caches.pods.seen) return 'retry';
    let pauseMs = config.updaterIntervalMs;
    try {
      const plan = await this.pass();
      note({ 'plumbline.vpas': plan.vpas.length });
      pauseMs = this.pauseAfter(plan);
      return { laterMs: pauseMs };
    } finally {
      this.current = { kind: 'running', lastPassMs: startedMs, nextPassMs: clock.now() + pauseMs };
    }
  }

  /** A pass now, and another once what it does shows; more often than that helps nobody. */
  private hurry(): void {
    const nowMs = this.context.wallClock.steady();
    if (nowMs < this.hurriedMs + HURRY_AGAIN_MS) return;
    this.hurriedMs = nowMs;
    this.running?.wake();
  }

  /** Until the next regular pass, or until a limit lets the next pod through. */
  private pauseAfter({ atMs }: Plan): number {
    const { config, clock } = this.context;
    let pauseMs = Math.min(config.updaterIntervalMs, this.nextDueMs - atMs);
    if (this.context.wallClock.steady() < this.hurriedMs + HURRY_AGAIN_MS)
      pauseMs = Math.min(pauseMs, HURRY_AGAIN_MS * clock.speed);
    if (this.isAgainSoon) pauseMs = Math.min(pauseMs, AGAIN_SOON_MS * clock.speed);
    this.isAgainSoon = false;
    return Math.max(pauseMs, SHORTEST_PAUSE_MS * clock.speed);
  }

  /** A leader that loses its lease in the middle of a pass leaves the rest to the next. */
  private get mayAct(): boolean {
    return !this.stopping.signal.aborted && this.isLeading;
  }

  private async carryOut(tasks: readonly Task[]): Promise<void> {
    const evicted: ActingVpa[] = [];
    const resized: ActingVpa[] = [];
    const carryOutOne = async ({ workload, pods }: Task) => {
      const done: ActionKind[] = await this.actuator.carryOut(workload, pods);
      if (done.includes('evict')) evicted.push(actingVpa(workload));
      if (done.includes('resize')) resized.push(actingVpa(workload));
      // A refused resize becomes an eviction in the next plan, which should come soon.
      if (done.length < pods.length) this.isAgainSoon ||= workload.vpa.mode === 'InPlaceOrRecreate';
    };
    await fewAtATime(tasks, carryOutOne, { atOnce: WORKERS, goesOn: () => this.mayAct });
    this.metrics.finished(evicted, resized);
  }

  /** Misses survive this process; those of a VPA that cannot be written stay here. A new leader writes its own. */
  private async persistLoops(workloads: readonly WorkloadInput[]): Promise<void> {
    for (const { vpa } of workloads) {
      if (!this.mayAct) return;
      if (!this.loops.isUnwritten(vpa)) continue;
      try {
        await this.loops.persist(vpa);
      } catch (error) {
        this.context.log.debug({ room: 'updater', err: error, vpa: vpa.name }, 'Misses could not be stored');
      }
    }
  }
}
