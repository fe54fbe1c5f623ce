import type { ClusterContext } from '../../kube/role-context';
import { currentTrace } from '../../lib/report/trace';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { ownTurn } from '../../lib/time/slices';
import type { Away } from '../away';
import { isDamagedFile, messageOf } from '../database-error';
import type { ActionTime } from './actions-over-time';
import type { AuditMark, AuditQuery, AuditStore } from './audit-store';
import { LANE_OF, Lane, type LaneName } from './lane';
import { LAST_MOMENT_MS } from './order';
import { type AuditRecord, type Noted, type Stored, withKey } from './records';
import { storeBatch } from './store-batch';
import type { UncleanEnd } from './unclean-end';

/** Whether the database answers; `dropped` counts the records lost since the start. */
export type StoreState =
  | { kind: 'opening'; dropped: number }
  | { kind: 'available'; dropped: number }
  | { kind: 'away'; dropped: number; message: string };

interface JournalOptions extends Pick<ClusterContext, 'wallClock' | 'log' | 'loops'> {
  /** Opens the store and applies migrations; called again after a failure. */
  open(): Promise<AuditStore>;
  /** The cluster clock: it dates gaps and decides what is too old. */
  clock: Clock;
  reach: Away;
  /** Whether the store opens only once there is a record; a process that only admits stores none. */
  whenNeeded?: boolean;
  /** Records that may wait in each lane; beyond that, its oldest are dropped. */
  queueLimits: Readonly<Record<LaneName, number>>;
  retention: { decisionsMs: number; auditMs: number };
  /** The run of an embedded cluster: earlier records belong to a cluster that is gone. */
  run?: JournalRun;
  /** Records a gap after a process that ended before it stored everything. */
  uncleanEnd?: UncleanEnd;
}

/**
 * One run of the embedded cluster, through all its scenarios, with the mark of the record at its start, once
 * known.
 */
export interface JournalRun {
  mark?: AuditMark;
}

type RunsAsked = 'this' | 'earlier';

/** What rooms that act need of it. */
export type JournalWriter = Pick<Journal, 'record' | 'begin'>;

/** Records of a lane stored in one transaction: a few milliseconds of SQLite, which blocks the event loop. */
const BATCH = 50;
const GATHER_MS = 50;
const BACKOFF = { firstMs: 500, longestMs: 30_000 };
/** A database that accepts a request and does not answer for this long counts as unavailable. */
const UNANSWERED_MS = 5_000;
/** To open it may take longer: tables are made, and those of a former version changed. */
const UNOPENED_MS = 60_000;
const PRUNE_INTERVAL_MS = 10 * 60_000;
/** Each removes a bounded number, so that other work runs in between. */
const PRUNE_ROUNDS = 50;

/**
 * Keeps the audit log without delaying the caller: recording returns at once and never fails. While the
 * database is unavailable, records wait in their lanes; what is lost is recorded as a gap once it is back.
 */
export class Journal {
  private readonly lanes: Readonly<Record<LaneName, Lane>>;
  /** What has begun and is not stored yet; once recorded, with how far each lane had come by then. */
  private readonly begun = new Set<{ readonly atMs: number; recorded?: Record<LaneName, number> }>();
  private store: AuditStore | undefined;
  private current: { kind: 'opening' | 'available' } | { kind: 'away'; message: string } = {
    kind: 'opening',
  };
  private prunedAtMs = Number.NEGATIVE_INFINITY;
  private loop: Repeating | undefined;
  private isClosed = false;

  constructor(private readonly options: JournalOptions) {
    const { audit, bulk } = options.queueLimits;
    this.lanes = { audit: new Lane('audit', audit), bulk: new Lane('bulk', bulk) };
    const leftMs = options.uncleanEnd?.takeOver();
    const nowMs = options.clock.now();
    if (leftMs !== undefined)
      this.record({
        kind: 'gap',
        sinceMs: Math.min(leftMs, nowMs),
        atMs: nowMs,
        dropped: 0,
        detail: 'a process ended before it stored everything',
      });
    const { wallClock, loops } = options;
    this.loop = repeat({
      name: 'record',
      everyMs: PRUNE_INTERVAL_MS,
      run: (signal) => this.run(signal),
      backoff: BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
    });
  }

  get state(): StoreState {
    return { ...this.current, dropped: this.lanes.audit.dropped + this.lanes.bulk.dropped };
  }

  /** Records that wait for the database. */
  get waiting(): number {
    return this.lanes.audit.waiting + this.lanes.bulk.waiting;
  }

  /** Rises with every change and action that is stored. */
  get revision(): number {
    return this.lanes.audit.settled;
  }

  record(...records: readonly Noted[]): void {
    if (records.length === 0) return;
    for (const record of records)
      this.lanes[LANE_OF[record.kind]].add(withKey(traced(this.dated(record))), this.begunMs);
    this.mark();
    this.loop?.wake();
  }

  /**
   * Announces an action; the returned function records its outcome, or none. If the process ends in between,
   * a gap covers it.
   */
  begin(): (...records: readonly Noted[]) => void {
    const begun: { atMs: number; recorded?: Record<LaneName, number> } = { atMs: this.options.clock.now() };
    this.begun.add(begun);
    this.mark();
    return (...records) => {
      this.record(...records);
      const { audit, bulk } = this.lanes;
      begun.recorded = { audit: audit.added, bulk: bulk.added };
      this.mark();
    };
  }

  get embeddedRun(): JournalRun | undefined {
    return this.options.run;
  }

  /** Whether there are records of earlier runs of the embedded cluster. */
  get hasEarlier(): boolean {
    return Object.values(this.options.run?.mark ?? {}).some((id) => id > 0n);
  }

  /**
   * The stored records that match, of this run or of earlier ones; none while the database is unavailable.
   * @throws errors of the query itself
   */
  async audit(query: AuditQuery, of: RunsAsked = 'this'): Promise<Stored<AuditRecord>[]> {
    if (of === 'earlier' && !this.options.run?.mark) return [];
    return (await this.asked((store) => store.audit(this.within(query, of)))) ?? [];
  }

  /** When the newest actions that match were done, newest first. */
  async actionTimes(query: AuditQuery, of: RunsAsked): Promise<ActionTime[]> {
    if (of === 'earlier' && !this.options.run?.mark) return [];
    return (await this.asked((store) => store.actionTimes(this.within(query, of)))) ?? [];
  }

  /** How many decisions about finished pods match, up to `most`. */
  async finished(query: AuditQuery, of: RunsAsked, most: number): Promise<number> {
    return (await this.asked((store) => store.finished(this.within(query, of), most))) ?? 0;
  }

  /** Resolves once everything recorded so far is stored, or the database turns out to be unavailable. */
  async flushed(): Promise<void> {
    while (this.waiting > 0 && this.current.kind !== 'away' && !this.isClosed)
      await this.options.wallClock.sleep(GATHER_MS);
  }

  /** Stores what still waits if the database answers, then closes it. */
  async close(): Promise<void> {
    await this.flushed();
    this.isClosed = true;
    const ended = this.loop?.stop();
    if (this.current.kind === 'away') {
      void this.store?.close().catch(() => {});
      return;
    }
    await ended;
    await this.store?.close();
  }

  private async asked<T>(question: (store: AuditStore) => Promise<T>): Promise<T | undefined> {
    const { store } = this;
    if (!store || this.current.kind === 'away') return undefined;
    try {
      return await question(store);
    } catch (error) {
      if (await this.isAway(store)) return undefined;
      throw error;
    }
  }

  private within(query: AuditQuery, of: RunsAsked): AuditQuery {
    const mark = this.options.run?.mark;
    return mark ? { ...query, recorded: { when: of === 'this' ? 'after' : 'by', mark } } : query;
  }

  private async opened(): Promise<AuditStore> {
    const { open, run } = this.options;
    const store = await open();
    if (run && !run.mark) run.mark = await store.mark();
    return store;
  }

  /** A record whose time is no valid date could never be stored, nor could a gap in its place. */
  private dated<R extends Noted>(record: R): R {
    const isTime = (ms: number) => Math.abs(ms) <= LAST_MOMENT_MS;
    if (isTime(record.atMs) && (record.kind !== 'gap' || isTime(record.sinceMs))) return record;
    const nowMs = this.options.clock.now();
    return { ...record, atMs: nowMs, ...(record.kind === 'gap' && { sinceMs: nowMs }) };
  }

  /** Notes since when something is not stored, before anyone relies on it. */
  private mark(): void {
    const { audit, bulk } = this.lanes;
    for (const one of this.begun)
      if (one.recorded && one.recorded.audit <= audit.settled && one.recorded.bulk <= bulk.settled)
        this.begun.delete(one);
    const sinceMs = Math.min(this.begunMs(), audit.unstoredSinceMs, bulk.unstoredSinceMs);
    this.options.uncleanEnd?.note(sinceMs === Infinity ? undefined : sinceMs);
  }

  /** When the oldest unstored record was begun. */
  private readonly begunMs = (): number => {
    let earliest = Infinity;
    for (const { atMs } of this.begun) earliest = Math.min(earliest, atMs);
    return earliest;
  };

  /** Probes the database after a failed read; the loop goes on until it answers. */
  private async isAway(store: AuditStore): Promise<boolean> {
    try {
      await store.probe();
      return false;
    } catch (error) {
      this.became('away', error);
      this.loop?.wake();
      return true;
    }
  }

  /** Stores all that waits, and probes a database that is unavailable. */
  private async run(signal: AbortSignal): Promise<RunOutcome> {
    if (this.options.whenNeeded && !this.store && this.waiting === 0) return 'done';
    await this.options.wallClock.sleep(GATHER_MS, signal);
    try {
      do {
        await this.answeredInTime((store) => this.work(store));
        await ownTurn();
      } while (this.waiting > 0 && !signal.aborted);
      if (!signal.aborted) await this.prune();
      return 'done';
    } catch (error) {
      this.became('away', error);
      return 'retry';
    }
  }

  /** Treats the database as unavailable while `work` is unanswered for too long; `work` is still awaited. */
  private async answeredInTime<T>(work: (store: AuditStore) => Promise<T>): Promise<T> {
    this.store ??= await this.limited(UNOPENED_MS, () => this.opened());
    const { store } = this;
    const answer = await this.limited(UNANSWERED_MS, () => work(store));
    this.became('available');
    return answer;
  }

  private async limited<T>(mostMs: number, work: () => Promise<T>): Promise<T> {
    const late = new Error('the database does not answer');
    const { signal, end } = deadline(this.options.wallClock, mostMs, undefined, late);
    signal.addEventListener('abort', () => this.became('away', late));
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Moves one batch of each lane into the store, that of the audit first. */
  private async work(store: AuditStore): Promise<void> {
    const why = this.current.kind === 'away' ? this.current.message : '';
    if (this.current.kind === 'away') await store.probe();
    for (const lane of [this.lanes.audit, this.lanes.bulk]) {
      const { gap } = lane;
      const recorded = lane.gapToRecord(why);
      if (gap && recorded) {
        await store.append([recorded]);
        lane.gapStored(gap);
      }
      try {
        await storeBatch(store, lane, lane.dequeue(BATCH), { log: this.options.log, begunMs: this.begunMs });
      } finally {
        lane.giveBack(this.begunMs);
      }
    }
    this.mark();
  }

  private async prune(): Promise<void> {
    const { wallClock, clock, retention } = this.options;
    if (wallClock.steady() - this.prunedAtMs < PRUNE_INTERVAL_MS) return;
    const now = clock.now();
    const cutoffs = { decisionsMs: now - retention.decisionsMs, auditMs: now - retention.auditMs };
    for (let rounds = 0; rounds < PRUNE_ROUNDS; rounds++)
      if ((await this.answeredInTime((store) => store.prune(cutoffs))) === 0) break;
    this.prunedAtMs = wallClock.steady();
  }

  /** A damaged file answers what does not touch the damage: that mends nothing. */
  private became(kind: 'available' | 'away', error?: unknown): void {
    if (kind === 'available' && this.current.kind === 'away' && isDamagedFile(this.current.message)) return;
    const was = this.current.kind;
    if (kind === 'away' && was !== 'away')
      this.options.log.warn({ err: error }, 'The database is unavailable; records wait');
    this.current = kind === 'away' ? { kind, message: messageOf(error) } : { kind };
    if (this.current.kind === 'away') this.options.reach.away(this.current.message);
    else this.options.reach.back();
    if (kind === 'available' && was === 'away')
      this.options.log.info({ dropped: this.state.dropped }, 'The database is available again');
  }
}

/** A change is found again by the trace of the request that asks for it, an action by that of its pass. */
function traced(record: Noted): Noted {
  if (record.kind !== 'change' && record.kind !== 'action') return record;
  const trace = currentTrace();
  return trace === undefined ? record : { ...record, trace };
}
