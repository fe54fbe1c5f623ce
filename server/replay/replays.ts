import type { StopScope } from '@/server/decide/pods/stop';
import { AppError } from '@/server/lib/report/errors';
import { type AuditedChange, audited, auditedPlace } from '@/server/operations/audited';
import type { StoredReplay } from '@/server/store/replays/replay-store';
import type {
  ReplayChartView,
  ReplayOutcome,
  ReplayRequest,
  ReplaysView,
  ReplayView,
} from '../contract/replays';
import type { ListRequest } from '../pages/list-query';
import { type ExportFile, exportOf, readFormat } from './export';
import type { ReplayJobs } from './jobs';
import { unpacked } from './packing';
import type { ReplaysParts } from './parts';
import { listReplays } from './replay-list';
import { replayRow } from './rows';

/** Replays that people start: one at a time, their results kept. */
export class Replays {
  private jobs: Promise<ReplayJobs> | undefined;
  private isStopped = false;

  constructor(private readonly parts: ReplaysParts) {}

  /**
   * Starts a replay, or lets it wait for those before.
   * @throws AppError `not-ready`, `not-found`, `invalid` naming the field, `busy`
   */
  async start(request: ReplayRequest, who: string): Promise<ReplayView> {
    const { jobs, vpas } = await this.accepted(request);
    const job = await this.audited('replay', request, who, async () => jobs.add(request, vpas, who));
    return this.viewOf(job.replay);
  }

  /**
   * Starts a replay that a page shows beside a change. Who looks at a page has done nothing, so it is not in the audit.
   * @throws AppError as `start`
   */
  async preview(request: ReplayRequest, who: string): Promise<ReplayView> {
    const { jobs, vpas } = await this.accepted(request);
    return this.viewOf(jobs.add(request, vpas, who).replay);
  }

  /**
   * Starts a replay for Plumbline itself and waits for its end; aborting cancels it. Not in the audit, where what comes
   * of it is.
   * @throws AppError `not-ready`, `not-found`, `invalid`, `busy`, or why it was aborted
   */
  async run(request: ReplayRequest, who: string, stopping: AbortSignal): Promise<ReplayView> {
    const { jobs, vpas } = await this.accepted(request);
    const job = jobs.add(request, vpas, who);
    const cancel = () => void jobs.cancel(job.replay);
    stopping.addEventListener('abort', cancel);
    if (stopping.aborted) cancel();
    await job.ended;
    stopping.removeEventListener('abort', cancel);
    stopping.throwIfAborted();
    return this.viewOf(job.replay);
  }

  /** Cancels a replay; one that has ended stays as it is. @throws AppError `not-found` */
  async cancel(id: string, who: string): Promise<ReplayView> {
    const replay = await this.recordOf(id);
    const isAtWork = replay.state === 'waiting' || replay.state === 'running';
    if (isAtWork)
      await this.audited('replay-cancelled', replayRow(replay).request, who, async () =>
        (await this.working()).cancel(replay),
      );
    return this.viewOf(await this.recordOf(id));
  }

  /** @throws AppError `bad-request` naming the invalid parameters */
  async list(asked: ListRequest): Promise<ReplaysView> {
    const { kept } = this.parts;
    const records = await kept.list();
    return listReplays(records.map(replayRow), asked, kept.isAway);
  }

  /** What a replay is about. @throws AppError `not-found`, or `database-away` */
  async scopeOf(id: string): Promise<StopScope> {
    return replayRow(await this.recordOf(id)).request.scope;
  }

  /** @throws AppError `not-found`, or `database-away` */
  async view(id: string): Promise<ReplayView> {
    return this.viewOf(await this.recordOf(id));
  }

  /** @throws AppError `not-found`, or `database-away` */
  async chart(id: string, namespace: string, name: string): Promise<ReplayChartView> {
    const data = await this.parts.kept.chart(id, namespace, name);
    const chart = data && (await unpacked<ReplayChartView>(data));
    if (chart) return chart;
    this.refuseWhileAway();
    throw new AppError('not-found', `the replay has no chart of ${namespace}/${name}`);
  }

  /** What a replay found as a file. @throws AppError `not-found`, `bad-request`, `conflict` before its end */
  async export(id: string, params: URLSearchParams): Promise<ExportFile> {
    const format = readFormat(params);
    const { outcome, ...replay } = await this.view(id);
    if (!outcome) throw new AppError('conflict', `the replay has no result: it is ${replay.state}`);
    const workloads = [];
    for (const workload of format === 'md' ? [] : outcome.workloads) {
      const slash = workload.indexOf('/');
      const { variants } = await this.chart(id, workload.slice(0, slash), workload.slice(slash + 1));
      workloads.push({ workload, variants: variants.map(({ name, figures }) => ({ name, figures })) });
    }
    return exportOf({ ...replay, outcome }, workloads, format);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await (await this.jobs)?.stop();
  }

  /** @throws AppError `not-ready`, `not-found`, `invalid` naming the field, `busy` */
  private async accepted(request: ReplayRequest) {
    const { cluster, config } = this.parts;
    const [jobs, { vpasIn }, { refuseUnusable }] = await Promise.all([
      this.working(),
      import('./inputs'),
      import('./refusing'),
    ]);
    const vpas = vpasIn(cluster, request.scope);
    refuseUnusable(request, vpas, config);
    jobs.refuseIfFull();
    return { jobs, vpas };
  }

  /** Loaded with the first replay: a process without any spends no memory on it. @throws AppError `not-ready` */
  private working(): Promise<ReplayJobs> {
    if (this.isStopped) throw new AppError('not-ready', 'this process is ending');
    this.jobs ??= import('./jobs').then(({ ReplayJobs }) => new ReplayJobs(this.parts));
    return this.jobs;
  }

  private async recordOf(id: string): Promise<StoredReplay> {
    const replay = await this.parts.kept.get(id);
    if (replay) return replay;
    this.refuseWhileAway();
    throw new AppError('not-found', `there is no replay ${id.slice(0, 40)}`);
  }

  /** What the database may have is not missing. @throws AppError `database-away` */
  private refuseWhileAway(): void {
    if (this.parts.kept.isAway) throw new AppError('database-away', 'it keeps the replays');
  }

  private async viewOf(replay: StoredReplay): Promise<ReplayView> {
    const { kept } = this.parts;
    const data = replay.state === 'done' ? await kept.outcome(replay.id) : undefined;
    const outcome = data && (await unpacked<ReplayOutcome>(data));
    return { ...replayRow(replay), ...(outcome && { outcome }), isInMemory: kept.isAway };
  }

  private audited<T>(
    change: 'replay' | 'replay-cancelled',
    { scope, days, variants, suggest }: ReplayRequest,
    who: string,
    act: () => Promise<T>,
  ): Promise<T> {
    const { journal: store, clock } = this.parts;
    const after = { days, variants: suggest ? 'suggest' : variants.map(({ name }) => name).join(', ') };
    const recorded: AuditedChange = { who, change, ...auditedPlace(scope), before: null, after };
    return audited({ store, clock }, recorded, act, () => ({
      detail: suggest ? `the last ${days} days, to suggest a policy` : `the last ${days} days`,
    }));
  }
}
