import { Registry } from 'prom-client';
import type { Sandbox } from '@/sandbox/cluster';
import { VisibleNamespaces } from '../access';
import type { RecommendationAnswer } from '../admission/recommendation-query';
import type { Trials } from '../admission/trials';
import { type Config, formerSettingsOfProcess, givenToProcess, sliceOf } from '../config';
import { formerRolesIn } from '../config/process';
import { formerRecommendersIn } from '../config/recommender';
import { hiding } from '../config/secrets';
import type { HpaDetail } from '../contract/hpas';
import type { PartsView } from '../contract/overview';
import type { WorkloadDetail } from '../contract/recommendations';
import type { StatusView } from '../contract/status';
import { isStopped } from '../decide/pods/stop';
import type { Hub } from '../hub';
import { ClusterCaches } from '../kube/caches';
import type { KubeClient } from '../kube/client';
import { EventRecorder } from '../kube/events';
import { ProblemBoard, type ProblemReporter } from '../kube/problems';
import type { ClusterContext } from '../kube/role-context';
import { ServerTime } from '../kube/server-time';
import { TargetResolver } from '../kube/targets';
import { AppError, errorText } from '../lib/report/errors';
import { createLogger, type Logger } from '../lib/report/log';
import { acceleratedClock, type Clock, isPaced, ShiftedClock, wallClock } from '../lib/time/clock';
import type { Operations } from '../operations';
import { OPERATIONS_READS } from '../operations/settings';
import { Standing } from '../operations/standing';
import type { Pages } from '../pages';
import { hpaDetail, leadingOf, statusOf, workloadDetail } from '../pages/answers';
import { costMetrics } from '../pages/costs/metrics';
import { inboxMetrics } from '../pages/inbox/metrics';
import { admissionPart } from '../pages/overview/parts';
import { passTimes } from '../pages/overview/pass-times';
import { replaysForGraduation } from '../replay/for-graduation';
import type { Replays } from '../replay/replays';
import { type Journal, type JournalRun, openStore, type Series, type Store } from '../store';
import { loadTraces } from '../usage/csv-series';
import { HeadStart } from './head-start';
import { reportCacheProblems } from './health/cache-problems';
import { LoopRuns } from './health/loop-runs';
import { PassWatch } from './health/pass-watch';
import { registerProcessMetrics } from './health/process-metrics';
import { type Readiness, readinessOf } from './health/readiness';
import { stateMetrics } from './health/state-metrics';
import { ClusterLink } from './link';
import { NO_CLUSTER, refuseUselessHub } from './lone-hub';
import { Pace } from './pace';
import { Peer } from './peers/peer';
import { Publisher } from './peers/publisher';
import { rolePorts } from './ports';
import { answerRecommendationQuery } from './recommendation-query';
import { type AnyRole, type Handles, type Offers, refuseUselessFollowing, rolesOf } from './roles';
import { RunningRoles } from './running-roles';
import type { Runtime } from './runtime';
import { sizeBounds } from './size-bounds';
import { TrialsElsewhere } from './trials-elsewhere';

/** The composed process: parts that always run, and roles that start once the cluster answers. */
class ComposedRuntime implements Runtime {
  readonly metrics = new Registry();
  readonly problems: ProblemBoard;
  readonly beganMs: number | undefined;
  cluster: ClusterContext | undefined;
  operations: Operations | undefined;
  private standing: Standing | undefined;
  replays: Replays | undefined;
  private readonly kept: Store;
  private readonly own: ProblemReporter;
  private readonly loops: LoopRuns;
  private readonly shown: Pages | undefined;
  readonly hub: Hub | undefined;
  private readonly link: ClusterLink;
  /** A small process has no database of its own; only a shared one is worth the memory. */
  private readonly keepsRecord: boolean;
  private readonly running: RunningRoles;
  private readonly starting: Promise<void>;
  private stopped: Promise<void> | undefined;
  private readonly passWatch: PassWatch;
  private readonly trialsElsewhere: TrialsElsewhere;
  readonly publisher: Publisher | undefined;
  private peer: Peer | undefined;
  private filling: StatusView['filling'];
  private traces: { close(): Promise<void> } | undefined;
  private endCacheProblems = (): void => {};

  constructor(
    readonly config: Config,
    readonly clock: Clock,
    serverTime: ServerTime,
    readonly log: Logger,
    private readonly sandbox: Sandbox | undefined,
    private readonly pace: Pace | undefined,
    private readonly roles: readonly AnyRole[],
    private readonly loaded: Loaded,
    run: JournalRun | undefined,
    seen: Promise<void> | undefined,
  ) {
    this.problems = new ProblemBoard(clock, log.child({ room: 'runtime' }), hiding(config));
    this.beganMs = sandbox && clock.now();
    registerProcessMetrics(this.metrics);
    this.shown = loaded.forPeople && new loaded.forPeople.Pages(this);
    if (this.shown) {
      const { costs, inbox } = this.shown;
      costMetrics(this.metrics, () => costs.metered());
      inboxMetrics(this.metrics, () => inbox.counts(VisibleNamespaces.all));
    }
    const keepsNothing = !config.hubAlone && roles.every((role) => role.keepsNothing);
    this.keepsRecord = config.databaseUrl !== '' || !keepsNothing;
    this.publisher = keepsNothing ? this.newPublisher() : undefined;
    this.own = this.problems.by('process');
    this.running = new RunningRoles(roles, withPast(config, sandbox), this.problems);
    this.loops = new LoopRuns(
      this.metrics,
      this.own,
      log.child({ room: 'process' }),
      pace ?? headStartOf(config, clock),
    );
    this.kept = openStore(config, {
      clock,
      wallClock,
      log,
      loops: this.loops,
      problems: this.problems,
      whenNeeded: keepsNothing,
      run,
      seen,
    });
    const { loops, store: recorder } = this;
    this.hub =
      loaded.Hub &&
      new loaded.Hub(config.clusters, {
        clock,
        wallClock,
        loops,
        recorder,
        log: log.child({ room: 'hub' }),
        dataDir: config.dataDir,
      });
    this.link = new ClusterLink({
      config,
      kubeconfig: sandbox?.kubeconfigPath,
      wallClock,
      serverTime,
      problems: this.own,
      loops: this.loops,
      log: log.child({ room: 'runtime' }),
    });
    const passes = () => passTimes(config, this.handles, this.cluster?.caches);
    this.passWatch = new PassWatch({ clock, wallClock, problems: this.own, loops: this.loops, passes });
    stateMetrics(this.metrics, {
      cluster: () => this.link.state,
      problems: () => this.problems.list(),
      stops: () => this.standing?.stops.keeper.list().map(({ scope }) => scope),
      journal: () => this.store,
      leading: () => leadingOf(this.handles),
      passes,
      pastNamespacesLeft: () =>
        this.handles.recommender && (this.handles.recommender.pastLoad?.namespacesLeft ?? 0),
    });
    this.trialsElsewhere = new TrialsElsewhere(config, {
      recommendations: () => this.running.offers.recommendations,
      isStopped: (namespace, vpa) =>
        this.standing !== undefined && isStopped(this.standing.stops.keeper.state, namespace, vpa),
    });
    this.passWatch.start();
    this.starting = this.join().catch((error: unknown) => {
      log.error({ err: error }, 'The roles cannot start');
      this.own.report('role-not-started', 'every role', errorText(error));
    });
  }

  get store(): Journal {
    return this.kept.journal;
  }

  get series(): Series {
    return this.kept.series;
  }

  get handles(): Handles {
    return this.running.handles;
  }

  /** @throws AppError `role-not-running` in a process that only admits and shows nothing */
  get pages(): Pages {
    if (!this.shown) throw new AppError('role-not-running', 'dashboard');
    return this.shown;
  }

  get admissionBeside(): PartsView['admission'] {
    return this.peer?.admission;
  }

  health() {
    return { ok: !this.running.haveLeadersEnded, nowMs: this.clock.now() };
  }

  endLeaders(): Promise<void> {
    return this.running.endLeaders();
  }

  readiness(): Readiness {
    const caches = this.cluster?.caches;
    const kinds = [...(caches?.states() ?? [])].map(([kind, state]) => ({
      kind,
      state,
      seen: caches?.[kind].seen ?? false,
    }));
    return readinessOf({
      isStopping: this.stopped !== undefined,
      isConnected: caches !== undefined || this.config.hubAlone,
      rolesNotRunning: this.running.missing,
      kinds,
      rolesWaitFor: this.running.waitFor,
    });
  }

  status(): StatusView {
    this.passWatch.look();
    return statusOf(this.handles, {
      nowMs: this.clock.now(),
      clockSpeed: this.clock.speed,
      ...(this.pace?.view && { pace: this.pace.view }),
      embedded: this.sandbox !== undefined,
      kubeconfig: this.sandbox?.kubeconfigPath,
      roles: [...this.config.roles],
      cluster: this.config.hubAlone ? NO_CLUSTER : this.link.state,
      problems: this.problems.list(),
      reading: this.reading(),
      ...(this.filling && { filling: this.filling }),
    });
  }

  /** Lets the pods of a large embedded cluster come up by themselves first. */
  private async filled(): Promise<void> {
    const { sandbox } = this;
    if (!sandbox) return;
    const { filled } = await import('@/sandbox/filling');
    await filled(sandbox.registry, sandbox.wantedPods, wallClock, (filling) => {
      this.filling = filling;
      return this.stopped === undefined;
    });
    this.filling = undefined;
  }

  private reading(): StatusView['reading'] {
    const caches = this.cluster?.caches;
    if (!caches || this.handles.recommender?.lastPass) return undefined;
    const kinds = [...caches.states().keys()];
    const read = kinds.filter((kind) => caches[kind].seen).length;
    return { kinds: read, of: kinds.length, pods: caches.pods.size, vpas: caches.vpas.size };
  }

  workload(namespace: string, name: string, group?: string): WorkloadDetail {
    return workloadDetail(this.handles, namespace, name, group);
  }

  hpa(namespace: string, name: string): HpaDetail {
    if (!this.cluster) throw new AppError('not-ready');
    return hpaDetail(this.handles, namespace, name);
  }

  async trials(): Promise<Trials> {
    const { cluster, config, handles } = this;
    if (handles.admission) return handles.admission;
    if (!cluster || config.roles.includes('admission')) throw new AppError('not-ready');
    return this.trialsElsewhere.open(cluster);
  }

  recommend(body: unknown): Promise<RecommendationAnswer> {
    const { cluster, handles } = this;
    return answerRecommendationQuery(body, { cluster, ...handles, trials: () => this.trials() });
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  /** Waits for the cluster, then starts the roles of this process. */
  private async join(): Promise<void> {
    await this.beginTraces();
    if (this.config.hubAlone) return;
    await this.filled();
    const client = await this.link.connect();
    if (!client || this.stopped) return;
    const context = this.contextFor(client);
    this.cluster = context;
    const { keepsRecord } = this;
    const offered = () => this.running.offers;
    const { besidePort } = this.config;
    const authorsTold = besidePort > 0 ? async () => this.peer?.upToDate() : undefined;
    const standing = this.startStanding(context, offered, authorsTold);
    this.standing = standing;
    this.replays = this.openReplays(context);
    this.peer = besidePort > 0 ? this.listenToPeer(standing) : undefined;
    const replay = replaysForGraduation(() => this.replays, context);
    const { publisher } = this;
    const inbox = () => this.pages.inbox.pressing();
    const ports = rolePorts(standing, this.kept, offered, { keepsRecord, replay, publisher, inbox });
    await this.running.start(context, ports);
    this.endCacheProblems = reportCacheProblems(context.caches, this.own);
  }

  private newPublisher(): Publisher {
    const admission = () => admissionPart(this.handles);
    return new Publisher({ wallClock, problems: this.problems, admission });
  }

  private listenToPeer({ authors }: Standing): Peer {
    const { config, clock, loops, store } = this;
    return new Peer({
      port: config.besidePort,
      clock,
      wallClock,
      loops,
      problems: this.problems.by('beside'),
      store,
      authorKnown: ({ namespace, vpa, who }) => authors.note(namespace, vpa, who),
    });
  }

  private async beginTraces(): Promise<void> {
    if (!this.config.otlpEndpoint) return;
    const { sendSpans } = await import('./tracing/otlp');
    this.traces = sendSpans(this.config, { problems: this.own, wallClock });
  }

  private openReplays(cluster: ClusterContext): Replays | undefined {
    const { forPeople } = this.loaded;
    if (!forPeople) return undefined;
    const { clock, log, loops, series, store: journal, kept } = this;
    const config = withPast(this.config, this.sandbox);
    const problems = this.problems.by('replays');
    return new forPeople.Replays({
      config,
      clock,
      wallClock,
      log: log.child({ room: 'replays' }),
      loops,
      cluster: { ...cluster, problems },
      series,
      journal,
      kept: kept.replays,
    });
  }

  /** What stands in every process, and operations where somebody may act; a process that acts also carries out stops in the cluster. */
  private startStanding(
    context: ClusterContext,
    offered: () => Readonly<Partial<Offers>>,
    authorsTold: (() => Promise<void>) | undefined,
  ): Standing {
    const { store, config, roles } = this;
    const { forPeople } = this.loaded;
    const problems = this.problems.by('operations');
    const own = { ...context, problems, config: sliceOf(config, OPERATIONS_READS) };
    const enforcing = { enforce: roles.some(({ name, acts }) => acts && !config.followOnly.includes(name)) };
    if (!forPeople) return new Standing(own, { store }, enforcing);
    const ports = forPeople.operationsPorts(context, store, offered, authorsTold);
    this.operations = forPeople.startOperations(own, ports, enforcing);
    return this.operations;
  }

  private contextFor(client: KubeClient): ClusterContext {
    const { clock, log, metrics, loops } = this;
    const problems = this.own;
    const caches = new ClusterCaches(client, {
      log: log.child({ room: 'kube' }),
      loops,
      ...sizeBounds(this.config, problems),
    });
    return {
      clock,
      wallClock,
      log,
      problems,
      client,
      caches,
      targets: new TargetResolver(caches, client),
      events: new EventRecorder({
        client,
        clock,
        log: log.child({ room: 'kube' }),
        component: 'plumbline',
        metrics,
      }),
      metrics,
      loops,
    };
  }

  /**
   * Roles that act stop first, what they depend on last. An embedded cluster stays quiet, so that the last
   * writes need not wait for it.
   */
  private async stopAll(): Promise<void> {
    this.sandbox?.rest();
    const connected = this.cluster !== undefined;
    if (!connected) await this.link.stop();
    await this.starting;
    await inOrder([
      () => this.passWatch.stop(),
      () => this.replays?.stop(),
      () => this.hub?.close(),
      () => this.trialsElsewhere.close(),
      () => this.running.stop({ clusterEndsToo: this.sandbox !== undefined }),
      () => this.publisher?.toldAll(),
      () => this.peer?.stop(),
      () => this.standing?.stop(),
      () => this.endCacheProblems(),
      () => this.cluster?.caches.stop(),
      () => connected && this.link.stop(),
      () => this.kept.close(),
      () => this.sandbox?.close(),
      () => this.traces?.close(),
    ]);
  }
}

/** Takes every step, even after a failure. @throws the first failure, at the end */
async function inOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** What only some processes need, and only those load. */
interface Loaded {
  readonly forPeople: typeof import('./for-people') | undefined;
  readonly Hub: typeof Hub | undefined;
}

async function loadedFor(config: Config, roles: readonly AnyRole[], hasPages: boolean): Promise<Loaded> {
  return {
    forPeople: hasPages || !onlyAdmits(config, roles) ? await import('./for-people') : undefined,
    Hub: config.clusters === '' ? undefined : (await import('../hub')).Hub,
  };
}

/** Whether its roles ask for nothing that people see or do; messages tell of the inbox. */
function onlyAdmits({ hubAlone }: Config, roles: readonly AnyRole[]): boolean {
  return !hubAlone && roles.every(({ name }) => name === 'admission');
}

/** What tests and the launcher may replace. */
export interface ComposeOptions {
  /** The cluster clock; by default real, or accelerated as configured for the embedded cluster. */
  clock?: Clock;
  log?: Logger;
  /** The roles to choose from; by default all. */
  roles?: readonly AnyRole[];
  /** The run of the embedded cluster that this one continues; by default a new one begins. */
  run?: JournalRun | undefined;
  /** Whether people see pages of this process; true unless told otherwise. */
  hasPages?: boolean;
  /** Aborts the start of the embedded cluster. */
  signal?: AbortSignal;
  /** Resolves once somebody looks at pages, which are made ready for that at once without it. */
  seen?: Promise<void>;
}

/**
 * Composes a process from `settings`.
 * @throws ConfigError for an unknown role, or settings with which a role cannot run
 * @throws Error if the embedded cluster is requested and cannot start
 */
export async function compose(settings: Config, options: ComposeOptions = {}): Promise<Runtime> {
  if (settings.hubAlone) await refuseUselessHub(settings);
  const roles = settings.hubAlone ? [] : rolesOf(settings, options.roles);
  refuseUselessFollowing(settings, roles);
  for (const role of roles) await role.check?.(sliceOf(settings, role.settings));
  const config = { ...settings, roles: roles.map(({ name }) => name) };
  const log = options.log ?? createLogger(config.logLevel, hiding(config));
  const isAccelerated = config.sandbox && config.clockSpeed > 1;
  if (config.clockSpeed > 1 && !config.sandbox)
    log.warn('PLUMBLINE_CLOCK_SPEED is ignored: only the embedded cluster can run faster than real time');
  const given = givenToProcess();
  const former = [...formerSettingsOfProcess(), ...formerRecommendersIn(given), ...formerRolesIn(given)];
  for (const sentence of former) log.warn(sentence);
  const clock =
    options.clock ?? (isAccelerated ? acceleratedClock(wallClock.now(), config.clockSpeed) : wallClock);
  const pace = config.sandbox && config.clockAdapts ? paceOf(config, clock) : undefined;
  const loaded = await loadedFor(config, roles, options.hasPages ?? true);
  const sandbox = config.sandbox ? await startSandbox(config, clock, log, pace, options.signal) : undefined;
  try {
    const serverTime = new ServerTime();
    // Pods, samples and decisions are dated alike, also where the clock of this machine is wrong.
    const shown = sandbox ? clock : new ShiftedClock(clock, serverTime);
    return new ComposedRuntime(
      config,
      shown,
      serverTime,
      log,
      sandbox,
      pace,
      roles,
      loaded,
      options.run ?? (sandbox && {}),
      options.seen,
    );
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
}

/** The settings, with the past of the embedded cluster as the Prometheus to load from, unless another is set. */
function withPast(config: Config, sandbox: Sandbox | undefined): Config {
  if (!sandbox?.prometheus || config.prometheusAddress) return config;
  const { address, bearerToken, caFile, stepMs } = sandbox.prometheus;
  return {
    ...config,
    prometheusAddress: address,
    prometheusBearerToken: bearerToken,
    prometheusCaFile: caFile,
    historyLengthMs: config.sandboxPastMs,
    historyResolutionMs: stepMs,
  };
}

function headStartOf(
  { sandbox, sandboxHeadStartMs, clockSpeed }: Config,
  clock: Clock,
): HeadStart | undefined {
  return sandbox && sandboxHeadStartMs > 0 ? new HeadStart(clock, sandboxHeadStartMs, clockSpeed) : undefined;
}

function paceOf(config: Config, clock: Clock): Pace | undefined {
  const { clockSpeed, recommenderIntervalMs: recommend, updaterIntervalMs: update } = config;
  return isPaced(clock) ? new Pace(clock, clockSpeed, { recommend, update }) : undefined;
}

async function startSandbox(
  config: Config,
  clock: Clock,
  log: Logger,
  pace: Pace | undefined,
  signal?: AbortSignal,
): Promise<Sandbox> {
  const cluster = await import('@/sandbox/cluster');
  return cluster.startSandbox({
    port: config.sandboxPort,
    clock,
    log: log.child({ room: 'sandbox' }),
    scenario: config.sandboxScenario,
    seed: config.sandboxSeed,
    ...(config.sandboxTraces && { traces: loadTraces(config.sandboxTraces) }),
    scalesHorizontally: config.sandboxHpaController,
    dataDir: config.dataDir,
    pastMs: config.sandboxPastMs,
    ...(pace && { sized: (pods: number) => pace.begin(pods) }),
    ...(signal && { signal }),
  });
}
