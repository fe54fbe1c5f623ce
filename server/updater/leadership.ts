import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Clock } from '../clock';
import type { KubeClient } from '../kube/client';
import { LeaseKeeper } from '../kube/lease';
import type { Logger } from '../log';
import { type LoopListener, type Repeating, type RunOutcome, repeat } from '../repeat';

/** Not the reference's name, which a managed cluster's VPA may hold. */
export const UPDATER_LEASE_NAME = 'plumbline-updater';

const DURATION_MS = 15_000;
const RENEW_EVERY_MS = 2_000;
const BACKOFF = { firstMs: 1_000, longestMs: RENEW_EVERY_MS };
/** A leader that could not renew for this long steps back before another may take over. */
const GRACE_MS = 10_000;

type LeaderState = { kind: 'leading' } | { kind: 'following'; leader: string };

/** Lets one of several updaters act at a time. */
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
      isElected: boolean;
      loops: LoopListener;
    },
  ) {
    const { client, wallClock, namespace } = options;
    const holder = `${os.hostname()}-${randomUUID()}`;
    this.keeper = new LeaseKeeper(
      client,
      { namespace, name: UPDATER_LEASE_NAME, holder, durationMs: DURATION_MS },
      wallClock,
    );
  }

  get state(): LeaderState {
    const { isElected, wallClock } = this.options;
    const isFresh = wallClock.now() - this.renewedAtMs < GRACE_MS;
    return !isElected || isFresh ? { kind: 'leading' } : { kind: 'following', leader: this.leader };
  }

  start(): void {
    const { isElected, wallClock, loops } = this.options;
    if (!isElected) return;
    this.renewing = repeat({
      name: 'lead the updaters',
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
    const { wallClock, log } = this.options;
    const startedAtMs = wallClock.now();
    try {
      const outcome = await this.keeper.acquire();
      this.renewedAtMs = outcome.kind === 'held' ? startedAtMs : Number.NEGATIVE_INFINITY;
      if (outcome.kind === 'held-by-other') this.leader = outcome.holder;
      return 'done';
    } catch (error) {
      log.debug({ err: error }, 'The lease of the updater could not be renewed');
      return 'retry';
    }
  }
}
