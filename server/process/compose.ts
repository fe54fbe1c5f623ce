import { Registry } from 'prom-client';
import { type AdmissionHandle, startAdmission } from '../admission';
import type { RecommendationAnswer } from '../admission/review/recommendation-query';
import { acceleratedClock, type Clock, wallClock } from '../clock';
import type { Config, Role } from '../config';
import { AppError } from '../errors';
import { ClusterCaches } from '../kube/caches';
import type { KubeClient } from '../kube/client';
import { EventRecorder } from '../kube/events';
import type { RoleContext } from '../kube/role-context';
import { TargetResolver } from '../kube/targets';
import { createLogger, type Logger } from '../log';
import { type Operations, startOperations } from '../operations';
import { isStopped } from '../policy/stop';
import { ProblemBoard, type ProblemReporter } from '../problems';
import { startRecommender } from '../recommender';
import type { RecommenderHandle } from '../recommender/handle';
import type { StatusView, WorkloadDetail } from '../recommender/views';
import type { Sandbox } from '../sandbox/cluster';
import { type Journal, openStore } from '../store';
import { podReverter, startUpdater, type UpdaterHandle } from '../updater';
import { reportCacheProblems } from './cache-problems';
import { ClusterLink } from './link';
import { LoopRecord } from './loop-record';
import { recordMutations } from './mutation-record';
import { Pages } from './pages';
import { registerProcessMetrics } from './process-metrics';
import { answerRecommendationQuery } from './recommendation-query';
import type { Runtime } from './runtime';

/** The process as composed: parts that always run, and roles that join once the cluster answers. */
class ComposedRuntime implements Runtime {
  readonly metrics = new Registry();
  readonly problems: ProblemBoard;
  cluster: RoleContext | undefined;
  recommender: RecommenderHandle | undefined;
  admission: AdmissionHandle | undefined;
  updater: UpdaterHandle | undefined;
  operations: Operations | undefined;
  readonly store: Journal;
  private readonly own: ProblemReporter;
  private readonly loops: LoopRecord;
  readonly pages: Pages = new Pages(this);
  private readonly link: ClusterLink;
  private readonly starting: Promise<void>;
  private stopped: Promise<void> | undefined;
  private endCacheProblems = (): void => {};

  constructor(
    readonly config: Config,
    readonly clock: Clock,
    readonly log: Logger,
    private readonly sandbox: Sandbox | undefined,
  ) {
    this.problems = new ProblemBoard(clock, log.child({ room: 'runtime' }));
    registerProcessMetrics(this.metrics);
    this.own = this.problems.by('process');
    this.loops = new LoopRecord(this.metrics, this.own, log.child({ room: 'process' }));
    this.store = openStore(config, { clock, wallClock, log, loops: this.loops });
    this.link = new ClusterLink({
      config,
      kubeconfig: sandbox?.kubeconfigPath,
      wallClock,
      problems: this.own,
      loops: this.loops,
      log: log.child({ room: 'runtime' }),
    });
    this.starting = this.join().catch((error: unknown) => {
      log.error({ err: error }, 'The roles cannot start');
      this.own.report('role-not-started', 'every role', messageOf(error));
    });
  }

  health() {
    return { ok: true as const, nowMs: this.clock.now() };
  }

  status(): StatusView {
    return {
      nowMs: this.clock.now(),
      clockSpeed: this.clock.speed,
      embedded: this.sandbox !== undefined,
      roles: [...this.config.roles],
      cluster: this.link.state,
      lastPass: this.recommender?.lastPass,
      problems: this.problems.list(),
    };
  }

  workload(namespace: string, name: string): WorkloadDetail {
    if (!this.recommender) throw new AppError('not-ready');
    const detail = this.recommender.detail(namespace, name);
    if (!detail) throw new AppError('not-found', `VerticalPodAutoscaler ${namespace}/${name}`);
    return detail;
  }

  recommend(body: unknown): Promise<RecommendationAnswer> {
    return answerRecommendationQuery(body, this);
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  /** Waits for the cluster, then starts the roles this process runs. */
  private async join(): Promise<void> {
    const client = await this.link.connect();
    if (!client || this.stopped) return;
    const context = this.contextFor(client);
    this.cluster = context;
    const operations = startOperations(this.contextOf('operations', context), {
      store: this.store,
      reverter: podReverter(context),
      planner: () => this.updater,
      recommend: (vpa) => this.recommender?.recommendationFor(vpa),
      recordsForAll: () => this.updater?.isLeading ?? false,
    });
    this.operations = operations;
    await this.startRole('recommender', async () => {
      this.recommender = startRecommender(this.contextOf('recommender', context));
    });
    await this.startRole('updater', async () => {
      this.updater = startUpdater(this.contextOf('updater', context), {
        stops: operations.held.keeper,
        store: this.store,
        history: (vpa) => this.recommender?.historyMsOf(vpa),
      });
    });
    await this.startRole('admission', async () => {
      this.admission = await startAdmission(this.contextOf('admission', context), {
        recommender: () => this.recommender,
        isStopped: (namespace, name) => isStopped(operations.held.keeper.state, namespace, name),
        accepted: (namespace, vpa, who) => operations.authors.note(namespace, vpa, who),
        record: this.keepsMutations() ? recordMutations(this.store) : undefined,
      });
    });
    this.endCacheProblems = reportCacheProblems(context.caches, this.own);
  }

  /** A role that cannot start is said and left out; the others go on. */
  private async startRole(role: Role, start: () => Promise<void>): Promise<void> {
    if (!this.config.roles.includes(role) || this.stopped) return;
    try {
      await start();
    } catch (error) {
      this.log.error({ err: error, role }, 'A role could not start');
      this.own.report('role-not-started', role, messageOf(error));
    }
  }

  /** A process that only admits is small and has no database of its own; only a shared one is worth it. */
  private keepsMutations(): boolean {
    return this.config.databaseUrl !== '' || this.config.roles.some((role) => role !== 'admission');
  }

  private contextFor(client: KubeClient): RoleContext {
    const { config, clock, log, metrics, loops } = this;
    const problems = this.own;
    const caches = new ClusterCaches(client, { log: log.child({ room: 'kube' }), loops });
    return {
      config,
      clock,
      wallClock,
      log,
      problems,
      client,
      caches,
      targets: new TargetResolver(caches, client),
      events: new EventRecorder({ client, clock, log: log.child({ room: 'kube' }), component: 'plumbline' }),
      metrics,
      loops,
    };
  }

  /** What a room is given: its problems are its own. */
  private contextOf(room: string, context: RoleContext): RoleContext {
    return { ...context, problems: this.problems.by(room) };
  }

  /** What acts goes first, what it stands on last. An embedded cluster rests, so that the last writes need not wait for it. */
  private async stopAll(): Promise<void> {
    this.sandbox?.rest();
    const connected = this.cluster !== undefined;
    if (!connected) await this.link.stop();
    await this.starting;
    await inOrder([
      () => this.updater?.stop(),
      () => this.operations?.stop(),
      () => this.admission?.stop(),
      () => this.recommender?.stop({ clusterEndsToo: this.sandbox !== undefined }),
      () => this.endCacheProblems(),
      () => this.cluster?.caches.stop(),
      () => connected && this.link.stop(),
      () => this.store.close(),
      () => this.sandbox?.close(),
    ]);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Takes every step, also after one that failed. @throws the first failure, at the end */
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

/** What tests and the launcher may bring along instead of the usual. */
export interface ComposeOptions {
  /** The cluster's time; otherwise real, or accelerated as set for the embedded cluster. */
  clock?: Clock;
  log?: Logger;
  /** Gives up starting the embedded cluster. */
  signal?: AbortSignal;
}

/** Composes a process from `config`. @throws Error when the embedded cluster is asked for and cannot start */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Runtime> {
  const log = options.log ?? createLogger(config.logLevel);
  const isAccelerated = config.sandbox && config.clockSpeed > 1;
  if (config.clockSpeed > 1 && !config.sandbox)
    log.warn('PLUMBLINE_CLOCK_SPEED is left out: only the embedded cluster can run faster than real time');
  const clock =
    options.clock ?? (isAccelerated ? acceleratedClock(wallClock.now(), config.clockSpeed) : wallClock);
  const sandbox = config.sandbox ? await startSandbox(config, clock, log, options.signal) : undefined;
  try {
    return new ComposedRuntime(config, clock, log, sandbox);
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
}

async function startSandbox(
  config: Config,
  clock: Clock,
  log: Logger,
  signal?: AbortSignal,
): Promise<Sandbox> {
  const cluster = await import('../sandbox/cluster');
  return cluster.startSandbox({
    port: config.sandboxPort,
    clock,
    log: log.child({ room: 'sandbox' }),
    scenario: config.sandboxScenario,
    seed: config.sandboxSeed,
    ...(config.sandboxTraces && { tracesDir: config.sandboxTraces }),
    dataDir: config.dataDir,
    ...(signal && { signal }),
  });
}
