import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Logger } from '../lib/report/log';
import { shortened } from '../lib/report/shortened';
import { Moment } from '../lib/time/clock';
import { type Repeating, type RunOutcome, repeat } from '../lib/time/repeat';
import { isKubeError } from './errors';
import { formerNamespace } from './former-place';
import { LeaseKeeper, type LeaseOutcome, readLease } from './lease';
import type { RoleContext } from './role-context';

const DURATION_MS = 15_000;
/** How often a leader renews: as rarely as leaves time for one attempt that is not answered, and another. */
const RENEW_EVERY_MS = 5_000;
/** How often the others look, so that a lease that is given back is not free for long. */
const LOOK_EVERY_MS = 2_000;
const BACKOFF = { firstMs: 1_000, longestMs: LOOK_EVERY_MS };
/** A leader that could not renew for this long steps back before another may take over. */
const GRACE_MS = 12_000;
/** From when on somebody who holds a lease as none of ours does is a problem. */
const STRANGE_MS = 60_000;
/** How long processes of a former version believe that their lease is held, once those of this one began to lead. */
const HANDED_OVER_MS = 300_000;
const LONGEST_HOLDER = 253;
/** As this process and every former version name a holder: by host and a random number. */
const OUR_HOLDER = /-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type LeaderState = { kind: 'leading' } | { kind: 'following'; leader: string };

type LeadershipContext = Pick<
  RoleContext<{ ownNamespace: string; systemNamespace: string; followOnly: readonly string[] }>,
  'client' | 'wallClock' | 'log' | 'loops' | 'config' | 'problems'
>;

/** Lets one of several processes act at a time: the holder of a lease. */
export class Leadership {
  /** When the lease was last known to be ours; undefined when it is not. */
  private renewed: Moment | undefined;
  private leader = '';
  /** Since when the lease is held as none of ours holds one. */
  private strange: Moment | undefined;
  private readonly log: Logger;
  private readonly keeper: LeaseKeeper;
  /** The lease of former versions, until this one is known to lead in their place. */
  private former: { namespace: string; keeper: LeaseKeeper } | undefined;
  private renewing: Repeating | undefined;
  private isResting = false;

  constructor(
    private readonly context: LeadershipContext,
    private readonly options: {
      /** The role, as the log and `PLUMBLINE_FOLLOW_ONLY` name it. */
      room: string;
      /** Of the lease. */
      name: string;
      /** Names the loop that renews it. */
      loop: string;
      /** Without election every process leads. */
      isElected: boolean;
      /** Whether there is anything to lead; while there is not, the lease is nobody's and costs no request. */
      isNeeded?: () => boolean;
      /** Called with why the lease could not be read or renewed, and without a reason once it was. */
      tried?: (failure?: unknown) => void;
    },
  ) {
    const { client, wallClock, log, config } = context;
    const { name } = options;
    this.log = log.child({ room: options.room });
    const holder = `${os.hostname()}-${randomUUID()}`;
    const lease = { namespace: config.ownNamespace, name, holder, durationMs: DURATION_MS };
    this.keeper = new LeaseKeeper(client, lease, wallClock);
    const namespace = formerNamespace(config);
    if (namespace === undefined) return;
    // Every process of this version takes it alike: among them, the new lease decides.
    const handed = { namespace, name, holder: `${config.ownNamespace}/${name}`, durationMs: HANDED_OVER_MS };
    this.former = { namespace, keeper: new LeaseKeeper(client, handed, wallClock) };
  }

  get state(): LeaderState {
    const { isElected } = this.options;
    const isFresh = this.renewed !== undefined && this.renewed.mostAgeMs < GRACE_MS;
    const isAlone = !isElected && !this.onlyFollows;
    return isAlone || isFresh ? { kind: 'leading' } : { kind: 'following', leader: this.leader };
  }

  private get onlyFollows(): boolean {
    return this.context.config.followOnly.includes(this.options.room);
  }

  start(): void {
    const { isElected, loop } = this.options;
    const { wallClock, loops } = this.context;
    if (!isElected) return;
    this.renewing = repeat({
      name: loop,
      everyMs: LOOK_EVERY_MS,
      backoff: BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
      run: () => this.attempt(),
    });
  }

  /** There may be something to lead from now on: the lease is not waited for. */
  wake(): void {
    if (this.isResting) this.renewing?.wake();
  }

  /** Releases the lease, so that another need not wait for it to expire. */
  async stop(): Promise<void> {
    await this.renewing?.stop();
    const wasLeading = this.options.isElected && this.state.kind === 'leading';
    this.renewed = undefined;
    if (wasLeading) await this.keeper.release().catch(() => undefined);
  }

  /** Whoever writes a lease keeps its role from all processes, for as long as the lease says. */
  private tellOfOtherHolder(outcome: LeaseOutcome): void {
    const { problems, config, wallClock } = this.context;
    const lease = `Lease ${config.ownNamespace}/${this.options.name}`;
    if (outcome.kind === 'held' || (OUR_HOLDER.test(outcome.holder) && outcome.durationMs <= DURATION_MS)) {
      this.strange = undefined;
      problems.clear('lease-held-by-stranger', lease);
      return;
    }
    this.strange ??= new Moment(wallClock);
    if (this.strange.leastAgeMs < STRANGE_MS) return;
    const by = `held by ${shortened(outcome.holder, LONGEST_HOLDER)} for ${outcome.durationMs / 1000} s at a time`;
    problems.report('lease-held-by-stranger', lease, by);
  }

  /** While a process of a former version leads, as during an upgrade, none of this one does. */
  private async heldByFormer(): Promise<LeaseOutcome | undefined> {
    const { former } = this;
    if (!former) return undefined;
    const outcome = await this.takeFormer(former);
    if (outcome?.kind === 'held-by-other') return outcome;
    this.former = undefined;
    return undefined;
  }

  /** Undefined if there is none, or none that this account may take. */
  private async takeFormer({
    namespace,
    keeper,
  }: {
    namespace: string;
    keeper: LeaseKeeper;
  }): Promise<LeaseOutcome | undefined> {
    try {
      const isThere = await readLease(this.context.client, namespace, this.options.name);
      return isThere && (await keeper.acquire());
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden')) return undefined;
      throw thrown;
    }
  }

  /** Reads who leads. */
  private async look(): Promise<RunOutcome> {
    const { client, config } = this.context;
    const { name, tried } = this.options;
    const lease = await readLease(client, config.ownNamespace, name);
    this.leader = lease?.spec.holderIdentity ?? '';
    tried?.();
    return { laterMs: RENEW_EVERY_MS };
  }

  /** Nobody is kept from a lease that this process does not need. */
  private async rest(): Promise<RunOutcome> {
    this.isResting = true;
    const wasLeading = this.renewed !== undefined;
    this.renewed = undefined;
    if (wasLeading) await this.keeper.release();
    return 'done';
  }

  private async attempt(): Promise<RunOutcome> {
    const { name, tried } = this.options;
    const asked = new Moment(this.context.wallClock);
    try {
      if (this.options.isNeeded?.() === false) return await this.rest();
      this.isResting = false;
      if (this.onlyFollows) return await this.look();
      const outcome = (await this.heldByFormer()) ?? (await this.keeper.acquire());
      this.renewed = outcome.kind === 'held' ? asked : undefined;
      this.tellOfOtherHolder(outcome);
      tried?.();
      if (outcome.kind === 'held') return { laterMs: RENEW_EVERY_MS };
      this.leader = outcome.holder;
      return { laterMs: Math.min(LOOK_EVERY_MS, outcome.freeInMs) };
    } catch (error) {
      this.log.debug({ err: error, lease: name }, 'The lease could not be renewed');
      tried?.(error);
      return 'retry';
    }
  }
}
