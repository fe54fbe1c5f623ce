import { randomUUID } from 'node:crypto';
import { AppError, errorText } from '@/server/lib/report/errors';
import { repeat } from '@/server/lib/time/repeat';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { auditedPlace } from '@/server/operations/audited';
import type { ReplayFindings, StoredReplay, StoredReplayChart } from '@/server/store/replays/replay-store';
import type { ReplayRequest } from '../contract/replays';
import { Inputs } from './inputs';
import { packed } from './packing';
import type { ReplaysParts } from './parts';
import { replaySettings } from './policies';
import type { ReplayStanding } from './rows';
import { ReplayFailure, runReplay } from './run-replay';
import { ReplayWorker } from './worker';

/** Replays that may wait. */
const MOST_WAITING = 8;
/** How often a process says that it still works on a replay, in real ms. */
const BEAT_MS = 5_000;

/** Why a replay was ended from outside. */
class Ended extends Error {
  constructor(readonly state: 'cancelled' | 'ended') {
    super(state);
  }
}

export interface ReplayJob {
  replay: StoredReplay;
  readonly request: ReplayRequest;
  readonly vpas: readonly VerticalPodAutoscaler[];
  readonly stopping: AbortController;
  /** Resolves at its end, whatever that is. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** The replays of this process: one at work, the others waiting in order. */
export class ReplayJobs {
  private readonly owner = randomUUID();
  private readonly waiting: ReplayJob[] = [];
  private current: ReplayJob | undefined;
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly parts: ReplaysParts) {}

  /** @throws AppError `busy`, `not-ready` */
  refuseIfFull(): void {
    if (this.isStopped) throw new AppError('not-ready', 'this process is ending');
    if (this.waiting.length >= MOST_WAITING)
      throw new AppError(
        'busy',
        `${this.waiting.length} replays wait; cancel one, or try again once one has ended`,
      );
  }

  add(request: ReplayRequest, vpas: readonly VerticalPodAutoscaler[], who: string): ReplayJob {
    const { clock, wallClock } = this.parts;
    const total = vpas.length * Math.max(1, request.variants.length);
    const replay: StoredReplay = {
      id: randomUUID(),
      owner: this.owner,
      beatMs: wallClock.now(),
      startedMs: clock.now(),
      state: 'waiting',
      who,
      ...auditedPlace(request.scope),
      request: JSON.stringify(request),
      standing: JSON.stringify({ done: 0, total } satisfies ReplayStanding),
    };
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = { replay, request, vpas, stopping: new AbortController(), ended, end };
    this.waiting.push(job);
    this.keep(job, {});
    this.next();
    return job;
  }

  /** A replay of another process ends when that process next looks. */
  async cancel(replay: StoredReplay): Promise<void> {
    const job = [this.current, ...this.waiting].find((one) => one?.replay.id === replay.id);
    const { kept, clock } = this.parts;
    if (!job) return kept.put({ ...replay, state: 'cancelled', endedMs: clock.now() });
    job.stopping.abort(new Ended('cancelled'));
    const index = this.waiting.indexOf(job);
    if (index >= 0) this.waiting.splice(index, 1);
    this.keep(job, { state: 'cancelled', endedMs: clock.now() });
  }

  /** Ends them all; their records say so. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const endedMs = this.parts.clock.now();
    for (const job of [this.current, ...this.waiting.splice(0)]) {
      job?.stopping.abort(new Ended('ended'));
      if (job) this.keep(job, { state: 'ended', endedMs });
    }
    await this.working;
    await this.parts.kept.flush();
  }

  private next(): void {
    if (this.current || this.isStopped) return;
    this.current = this.waiting.shift();
    if (this.current) this.working = this.workAll(this.current);
  }

  /** Works on one job after the other with one process. Never rejects. */
  private async workAll(first: ReplayJob): Promise<void> {
    const { config, cluster, series, log } = this.parts;
    const worker = new ReplayWorker(replaySettings(config));
    const inputs = new Inputs({ config, cluster, series });
    const beating = this.beating();
    try {
      for (let job: ReplayJob | undefined = first; job; job = this.waiting.shift()) {
        this.current = job;
        await this.work(job, worker, inputs);
      }
    } finally {
      this.current = undefined;
      await beating.stop();
      await worker.stop();
      await inputs.close().catch((err: unknown) => log.debug({ err }, 'A source did not close'));
    }
    this.next();
  }

  private async work(job: ReplayJob, worker: ReplayWorker, inputs: Inputs): Promise<void> {
    const { config, clock, wallClock, log } = this.parts;
    const { stopping, request, vpas } = job;
    const charts: StoredReplayChart[] = [];
    let standing = { done: 0, total: 0 };
    this.keep(job, { state: 'running' });
    try {
      const outcome = await runReplay(
        request,
        vpas,
        {
          config,
          inputs,
          worker,
          nowMs: clock.now(),
          wallClock,
          stopping: stopping.signal,
          progress: (done, total) => {
            standing = { done, total };
            this.tell(job, standing);
          },
        },
        async ({ vpa: { metadata }, chart }) => {
          charts.push({
            namespace: metadata.namespace ?? '',
            name: metadata.name,
            data: await packed(chart),
          });
        },
      );
      const findings = { outcome: await packed(outcome), charts };
      stopping.signal.throwIfAborted();
      this.keep(job, { state: 'done', endedMs: clock.now(), ...standingOf(standing) }, findings);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const isExpected = error instanceof ReplayFailure;
      if (!isExpected) log.warn({ err: error, replay: job.replay.id }, 'A replay failed');
      const failure = { message: errorText(error), isTooLittle: isExpected && error.isTooLittle };
      this.keep(job, { state: 'failed', endedMs: clock.now(), ...standingOf({ ...standing, failure }) });
    }
  }

  /** Says now and then that they go on, and hears which of them another process has cancelled. */
  private beating() {
    const { wallClock, loops } = this.parts;
    return repeat({
      name: 'replay',
      everyMs: BEAT_MS,
      wallClock,
      loops,
      waitsFirst: true,
      run: async () => {
        for (const job of [this.current, ...this.waiting]) if (job) await this.beat(job);
        return 'done' as const;
      },
    });
  }

  private async beat(job: ReplayJob): Promise<void> {
    const stored = await this.parts.kept.stored(job.replay.id);
    const isAtWork = job === this.current || this.waiting.includes(job);
    if (!isAtWork || job.stopping.signal.aborted) return;
    if (stored?.state === 'cancelled') await this.cancel(job.replay);
    else this.keep(job, {});
  }

  /** Notes the progress, which is stored with the next beat. */
  private tell(job: ReplayJob, standing: ReplayStanding): void {
    if (job.stopping.signal.aborted) return;
    job.replay = { ...job.replay, ...standingOf(standing) };
    this.parts.kept.note(job.replay);
  }

  private keep(job: ReplayJob, changed: Partial<StoredReplay>, findings?: ReplayFindings): void {
    job.replay = { ...job.replay, beatMs: this.parts.wallClock.now(), ...changed };
    void this.parts.kept.put(job.replay, findings);
    if (job.replay.endedMs !== undefined) job.end();
  }
}

function standingOf(standing: ReplayStanding): Pick<StoredReplay, 'standing'> {
  return { standing: JSON.stringify(standing) };
}
