import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Clock } from '../clock';
import type { Logger } from '../log';
import { type LoopListener, type Repeating, type RunOutcome, repeat } from '../repeat';
import type { KubeClient } from './client';
import { LeaseKeeper } from './lease';

const DURATION_MS = 15_000;
const RENEW_EVERY_MS = 2_000;
const BACKOFF = { firstMs: 1_000, longestMs: RENEW_EVERY_MS };
/** A leader that could not renew for this long steps back before another may take over. */
const GRACE_MS = 10_000;

export type LeaderState = { kind: 'leading' } | { kind: 'following'; leader: string };

/** Lets one of several processes act at a time: the holder of a lease. */
export class Leadership {
  private renewedAtMs = Number.NEGATIVE_INFINITY;
  private leader = '';
  private readonly keeper: LeaseKeeper;
  private renewing: Repeating | undefined;

  constructor(
    private readonly options: {
      client: KubeClient;
      wallClock: Clock;
      log: Logger;
      namespace: string;
      /** Of the lease. */
      name: string;
      /** Names the loop that renews it. */
      loop: string;
      /** Without election every process leads. */
      isElected: boolean;
      loops: LoopListener;
      /** Called with why the lease could not be read or renewed, and without a reason once it was. */
      tried?: (failure?: unknown) => void;
    },
  ) {
    const { client, wallClock, namespace, name } = options;
    const holder = `${os.hostname()}-${randomUUID()}`;
    this.keeper = new LeaseKeeper(client, { namespace, name, holder, durationMs: DURATION_MS }, wallClock);
  }

  get state(): LeaderState {
    const { isElected, wallClock } = this.options;
    const isFresh = wallClock.now() - this.renewedAtMs < GRACE_MS;
    return !isElected || isFresh ? { kind: 'leading' } : { kind: 'following', leader: this.leader };
  }

  start(): void {
    const { isElected, wallClock, loops, loop } = this.options;
    if (!isElected) return;
    this.renewing = repeat({
      name: loop,
      everyMs: RENEW_EVERY_MS,
      backoff: BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
      run: () => this.attempt(),
    });
  }

  /** Releases the lease, so that another need not wait for it to expire. */
  async stop(): Promise<void> {
    await this.renewing?.stop();
    const wasLeading = this.options.isElected && this.state.kind === 'leading';
    this.renewedAtMs = Number.NEGATIVE_INFINITY;
    if (wasLeading) await this.keeper.release().catch(() => undefined);
  }

  private async attempt(): Promise<RunOutcome> {
    const { wallClock, log, name, tried } = this.options;
    const startedAtMs = wallClock.now();
    try {
      const outcome = await this.keeper.acquire();
      this.renewedAtMs = outcome.kind === 'held' ? startedAtMs : Number.NEGATIVE_INFINITY;
      if (outcome.kind === 'held-by-other') this.leader = outcome.holder;
      tried?.();
      return 'done';
    } catch (error) {
      log.debug({ err: error, lease: name }, 'The lease could not be renewed');
      tried?.(error);
      return 'retry';
    }
  }
}
