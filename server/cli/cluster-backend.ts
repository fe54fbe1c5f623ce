import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { VisibleNamespaces } from '../access';
import { ADMISSION_READS } from '../admission/settings';
import { type OpenTrials, openTrials } from '../admission/trials';
import { type Config, configFromProcess, sliceOf } from '../config';
import type { ResumeView, StopsView } from '../contract/operations';
import type { ExportView } from '../contract/patches';
import type { VpaPlanRow } from '../contract/plan';
import type { PodReport, VpaReport } from '../contract/reports';
import { isStopped, liftedFrom, type StopScope } from '../decide/pods/stop';
import { loadAccess } from '../kube/access';
import { ClusterCaches } from '../kube/caches';
import { isKubeError, KubeClient } from '../kube/client';
import { EventRecorder } from '../kube/events';
import { ProblemBoard } from '../kube/problems';
import type { ClusterContext, RoleContext } from '../kube/role-context';
import { TargetResolver } from '../kube/targets';
import { AppError } from '../lib/report/errors';
import { silentLogger } from '../lib/report/log';
import { wallClock } from '../lib/time/clock';
import { NOBODY } from '../lib/time/repeat';
import { inSlices } from '../lib/time/slices';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeEvent, KubeList } from '../objects/types';
import { Stops } from '../operations/stops';
import { resuming } from '../operations/stops/resuming';
import { Pages } from '../pages';
import { exportFor } from '../pages/patches/export';
import { patchQuery } from '../pages/patches/query';
import { podReport } from '../pages/reports/pod-report';
import { knowing } from '../pages/reports/sources';
import { vpaReports } from '../pages/reports/vpa-report';
import type { JournalWriter } from '../store';
import { RunningUpdater } from '../updater';
import { Updater } from '../updater/updater';
import type { Backend, HistoryRow, PlanReport, Where } from './backend';
import { CommandFailure } from './failure';
import { componentOf, historyRowOfEvent } from './history-row';

const PROBE_TIMEOUT_MS = 10_000;
const EVENTS_PAGE = 500;
const COMPONENT = 'plumbline';

/** A command keeps no record of its own; what it stops says who in the cluster. */
const NO_RECORD: JournalWriter = { record: () => undefined, begin: () => () => undefined };

export interface ClusterOptions {
  kubeconfig?: string | undefined;
  context?: string | undefined;
}

/**
 * Answers from the cluster itself, by the functions of the dashboard over caches of its own. It takes part in
 * no election and acts on no pod.
 */
export class ClusterBackend implements Backend {
  private readonly stopsHere: Stops;
  private updater: Updater | undefined;
  private opened: Promise<OpenTrials> | undefined;

  private constructor(
    private readonly context: RoleContext<Config>,
    readonly usualNamespace: string,
    private readonly folder: string,
  ) {
    this.stopsHere = new Stops(context, NO_RECORD, { enforce: false });
  }

  /** @throws AccessError, ConfigError or KubeError if the cluster cannot be reached */
  static async open({ kubeconfig, context }: ClusterOptions): Promise<ClusterBackend> {
    const settings = configFromProcess();
    const access = loadAccess({
      kubeconfig: kubeconfig ?? settings.kubeconfig,
      context: context ?? settings.kubeContext,
    });
    const limits = { qps: settings.kubeApiQps, burst: settings.kubeApiBurst, clock: wallClock };
    const client = KubeClient.connect(access, limits);
    try {
      await client
        .request('GET', '/version', { timeoutMs: PROBE_TIMEOUT_MS })
        .catch((error: unknown) => unlessForbidden(error));
    } catch (error) {
      await client.close();
      throw error;
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-cli-'));
    const config: Config = { ...settings, dataDir: folder, sandbox: false, leaderElect: false };
    return new ClusterBackend({ ...contextOver(client), config }, access.namespace ?? 'default', folder);
  }

  async vpas({ namespace }: Where): Promise<VpaReport[]> {
    const sources = await this.sources();
    const rows: VpaReport[] = [];
    for (let page = 1; ; page++) {
      const params = new URLSearchParams({ page: String(page), ...(namespace && { namespace }) });
      const view = await vpaReports(sources, { params, reach: VisibleNamespaces.all });
      rows.push(...view.rows);
      if (page >= view.pages) return rows;
    }
  }

  /** A command learns nothing of usage, so it does not know what is broken. */
  async inbox(): Promise<undefined> {
    return undefined;
  }

  async pod(namespace: string, name: string): Promise<PodReport> {
    const sources = await this.sources();
    const { shown } = await this.planned();
    return podReport({ ...sources, shown, trials: () => this.trials() }, namespace, name);
  }

  async plan({ namespace, vpa }: Where & { vpa?: string | undefined }): Promise<PlanReport> {
    await this.sources();
    const updater = await this.planned();
    const { config, clock } = this.context;
    const problems = new ProblemBoard(clock, silentLogger);
    const pages = new Pages({ config, handles: {}, series: { pastOf: noPast }, clock, problems });
    const rows: VpaPlanRow[] = [];
    for (let page = 1; ; page++) {
      const params = new URLSearchParams({ page: String(page), sort: 'namespace' });
      if (namespace) params.set('namespace', namespace);
      if (vpa) params.set('vpa', vpa);
      const view = await pages.plan(updater, { params, reach: VisibleNamespaces.all });
      rows.push(...view.rows);
      if (page >= view.pages) return { atMs: view.atMs, updater: view.updater, lease: view.lease, rows };
    }
  }

  async patches(where: Where & { vpa?: string | undefined }): Promise<ExportView> {
    const asked = { params: new URLSearchParams(patchQuery(where)), reach: VisibleNamespaces.all };
    return exportFor(await this.sources(), asked, noFilters);
  }

  async history({
    namespace,
    vpa,
    limit,
  }: Where & { vpa?: string | undefined; limit: number }): Promise<HistoryRow[]> {
    if (vpa !== undefined)
      throw new CommandFailure(
        'usage',
        '--vpa needs the audit log, which only a dashboard has',
        'Name the dashboard with --server, or leave --vpa out to see the events of the cluster.',
      );
    const path = pathOf(API_RESOURCES.events, namespace);
    const rows: HistoryRow[] = [];
    let next: string | undefined;
    do {
      const query = { limit: EVENTS_PAGE, continue: next };
      const page = await this.context.client.request<KubeList<KubeEvent>>('GET', path, { query });
      rows.push(...page.items.filter((event) => componentOf(event) === COMPONENT).map(historyRowOfEvent));
      next = page.metadata.continue || undefined;
    } while (next);
    return rows.sort((a, b) => b.atMs - a.atMs).slice(0, limit);
  }

  async stops(): Promise<StopsView> {
    await this.stopsKnown();
    return this.stopsHere.view();
  }

  async stop(scope: StopScope, reason: string | undefined): Promise<StopsView> {
    await this.stopsKnown();
    return this.written(this.stopsHere.press(scope, await this.who(), reason));
  }

  async resumeEffect(scope: StopScope): Promise<ResumeView> {
    await this.sources();
    const { state } = this.stopsHere.keeper;
    const vpas = this.context.caches.vpas.list(scope.kind === 'all' ? undefined : scope.namespace);
    return inSlices(resuming(vpas, scope, { now: state, lifted: liftedFrom(state, scope) }));
  }

  async resume(scope: StopScope): Promise<StopsView> {
    await this.stopsKnown();
    return this.written(this.stopsHere.resume(scope, await this.who()));
  }

  async close(): Promise<void> {
    (await this.opened?.catch(() => undefined))?.close();
    await this.updater?.stop();
    await this.stopsHere.stop();
    await this.context.caches.stop();
    await this.context.client.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async sources() {
    const { context } = this;
    await Promise.all([knowing({ cluster: context }), this.stopsKnown()]);
    return { cluster: context, config: context.config, stops: this.stopsHere.keeper.state };
  }

  private trials(): Promise<OpenTrials> {
    const { context } = this;
    this.opened ??= openTrials(
      { ...context, config: sliceOf(context.config, ADMISSION_READS) },
      {
        recommendations: () => undefined,
        isStopped: (namespace, vpa) => isStopped(this.stopsHere.keeper.state, namespace, vpa),
      },
    );
    return this.opened;
  }

  private async planned(): Promise<RunningUpdater> {
    this.updater ??= new Updater(this.context, { stops: this.stopsHere.keeper, recorder: NO_RECORD });
    await this.updater.follow();
    return new RunningUpdater(this.context, this.updater);
  }

  /** A stop that other processes put in force counts too. @throws AppError if they cannot be read */
  private async stopsKnown(): Promise<void> {
    const { keeper } = this.stopsHere;
    await keeper.settled();
    if (!keeper.isHearing)
      throw new AppError('forbidden', `watch ConfigMaps in ${this.context.config.ownNamespace}`);
  }

  /** What is not in the cluster holds nowhere once this process has ended. */
  private async written(change: Promise<StopsView>): Promise<StopsView> {
    await change;
    const { keeper } = this.stopsHere;
    await keeper.firstTold;
    if (keeper.lastError !== undefined)
      throw new CommandFailure(
        'failed',
        `The stops in the cluster could not be written: ${keeper.lastError}`,
        `Try again, or give this account the right to patch ConfigMaps in ${this.context.config.ownNamespace}.`,
      );
    return this.stopsHere.view();
  }

  /** The name by which the API server knows this account, else that of this machine's user. */
  private async who(): Promise<string> {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const answer = await this.context.client
      .request<{ status?: { userInfo?: { username?: string } } }>(
        'POST',
        '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        { body: review },
      )
      .catch(() => undefined);
    return answer?.status?.userInfo?.username || userInfo().username;
  }
}

const noFilters = async () => ({ rows: [], matching: 0 });

const noPast = (): never => {
  throw new AppError('role-not-running');
};

function unlessForbidden(error: unknown): void {
  if (!isKubeError(error, 'forbidden')) throw error;
}

function contextOver(client: KubeClient): ClusterContext {
  const metrics = new Registry();
  const log = silentLogger;
  const caches = new ClusterCaches(client, { log });
  return {
    clock: wallClock,
    wallClock,
    log,
    problems: new ProblemBoard(wallClock, log).by('command line'),
    client,
    caches,
    targets: new TargetResolver(caches, client),
    events: new EventRecorder({ client, clock: wallClock, log, component: COMPONENT, metrics }),
    metrics,
    loops: NOBODY,
  };
}
