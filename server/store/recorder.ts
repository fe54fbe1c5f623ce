import type { Clock } from '../clock';
import type { Logger } from '../log';
import type { AuditRecord, GapRecord, RecommendationRecord, Stored, StoreRecord } from './records';
import type { AuditQuery, Cutoffs, RecommendationQuery, Store } from './store';
import type { UncleanEnd } from './unclean-end';

/** Whether the database answers; `dropped` counts the records lost since the start. */
export type StoreState =
  | { kind: 'opening'; dropped: number }
  | { kind: 'available'; dropped: number }
  | { kind: 'away'; dropped: number; message: string };

export interface RecorderOptions {
  /** Opens the store, applying migrations; called again after a failure. */
  open(): Promise<Store>;
  /** The cluster's clock: it dates gaps and says what is too old. */
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  /** Whether the store is opened only once there is something to keep; a process that only admits keeps nothing. */
  whenNeeded?: boolean;
  /** Records that may wait; beyond that the oldest are dropped. */
  queueLimit: number;
  retention: { decisionsMs: number; auditMs: number; recommendationsMs: number };
  /** Lets a gap be recorded after a process that could not store what waited. */
  uncleanEnd?: UncleanEnd;
}

/** What those who act need of it. */
export type Recording = Pick<Recorder, 'record' | 'begin'>;

const BATCH = 500;
const GATHER_MS = 50;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** A database that takes a request and says nothing for this long is as good as away. */
const UNANSWERED_MS = 5_000;
const PRUNE_INTERVAL_MS = 10 * 60_000;
/** Each removes a bounded number, so that other work comes in between. */
const PRUNE_ROUNDS = 50;

/**
 * Keeps the past without ever holding up the present: recording returns at once and never fails. While the
 * database is away records wait, the oldest dropped with a count, and a gap is recorded once it is back.
 */
export class Recorder {
  private queue: StoreRecord[] = [];
  /** Taken from the queue and not stored yet. */
  private batch: StoreRecord[] = [];
  /** What was begun and is not stored yet; once recorded, with how many records had been taken by then. */
  private readonly begun = new Set<{ readonly atMs: number; recorded?: number }>();
  /** Records ever taken, and how many of those, in that order, were stored or dropped. */
  private taken = 0;
  private settled = 0;
  private store: Store | undefined;
  private current: StoreState = { kind: 'opening', dropped: 0 };
  private unrecordedDrops: GapRecord | undefined;
  private prunedAtMs = Number.NEGATIVE_INFINITY;
  private wake: (() => void) | undefined;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(private readonly options: RecorderOptions) {
    const leftMs = options.uncleanEnd?.takeOver();
    const nowMs = options.clock.now();
    if (leftMs !== undefined)
      this.record({
        kind: 'gap',
        sinceMs: Math.min(leftMs, nowMs),
        atMs: nowMs,
        dropped: 0,
        detail: 'a process ended before everything was stored',
      });
    this.running = this.run();
  }

  get state(): StoreState {
    return this.current;
  }

  /** Records that wait for the database. */
  get waiting(): number {
    return this.queue.length + this.batch.length;
  }

  record(...records: readonly StoreRecord[]): void {
    for (const record of records) this.queue.push(record);
    this.taken += records.length;
    this.dropOverflow();
    this.mark();
    this.wake?.();
  }

  /**
   * Says that something is about to be done; the answer records what came of it, which may be nothing. Should the
   * process end in between, a gap covers it.
   */
  begin(): (...records: readonly StoreRecord[]) => void {
    const begun: { atMs: number; recorded?: number } = { atMs: this.options.clock.now() };
    this.begun.add(begun);
    this.mark();
    return (...records) => {
      begun.recorded = this.taken + records.length;
      if (records.length > 0) this.record(...records);
      else this.mark();
    };
  }

  /** What is stored and matches, or what waits of it while the database is away. */
  async audit(query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    const { store } = this;
    if (!store || this.current.kind === 'away') return [];
    return this.reading(() => store.audit(query));
  }

  async recommendations(query: RecommendationQuery): Promise<Stored<RecommendationRecord>[]> {
    const { store } = this;
    if (!store || this.current.kind === 'away') return [];
    return this.reading(() => store.recommendations(query));
  }

  /** Resolves once what was recorded so far is stored, or the database turned out to be away. */
  async flushed(): Promise<void> {
    while (this.waiting > 0 && this.current.kind !== 'away' && !this.stopping.signal.aborted)
      await this.options.wallClock.sleep(GATHER_MS);
  }

  /** Stores what still waits if the database answers, then closes it. */
  async close(): Promise<void> {
    await this.flushed();
    this.stopping.abort();
    this.wake?.();
    if (this.current.kind === 'away') {
      void this.store?.close().catch(() => {});
      return;
    }
    await this.running;
    await this.store?.close();
  }

  /** Notes since when something is not stored, before anybody could rely on it. */
  private mark(): void {
    for (const one of this.begun) if ((one.recorded ?? Infinity) <= this.settled) this.begun.delete(one);
    let sinceMs = this.begunMs();
    for (const oldest of [this.unrecordedDrops, this.batch[0], this.queue[0]])
      if (oldest) sinceMs = Math.min(sinceMs, beginOf(oldest));
    this.options.uncleanEnd?.note(sinceMs === Infinity ? undefined : sinceMs);
  }

  /** When the first of what is not stored yet was begun. */
  private begunMs(): number {
    let earliest = Infinity;
    for (const { atMs } of this.begun) earliest = Math.min(earliest, atMs);
    return earliest;
  }

  private async reading<T>(read: () => Promise<T[]>): Promise<T[]> {
    try {
      return await read();
    } catch (error) {
      this.became('away', error);
      return [];
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const { wallClock } = this.options;
    if (this.options.whenNeeded && this.queue.length === 0) await this.untilWoken();
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.answeredInTime((store) => this.work(store));
        await this.prune();
        failures = 0;
      } catch (error) {
        this.became('away', error);
        await wallClock.sleep(Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS), signal);
        continue;
      }
      if (this.queue.length === 0) await this.untilWoken();
      await wallClock.sleep(GATHER_MS, signal);
    }
  }

  /** Counts the database as away for as long as `work` goes unanswered; it is still waited for. */
  private async answeredInTime<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const cancel = this.options.wallClock.after(UNANSWERED_MS, () =>
      this.became('away', new Error('the database does not answer')),
    );
    try {
      this.store ??= await this.options.open();
      const answer = await work(this.store);
      this.became('available');
      return answer;
    } finally {
      cancel();
    }
  }

  /** Moves one batch into the store. */
  private async work(store: Store): Promise<void> {
    const drops = this.unrecordedDrops;
    if (drops) {
      await store.append([{ ...drops, detail: this.lastMessage }]);
      this.unrecordedDrops = without(this.unrecordedDrops, drops);
    }
    // Taken out before they are written: what overflows meanwhile must not push out what is under way.
    this.batch = this.queue.splice(0, BATCH);
    try {
      if (this.batch.length > 0) await store.append(this.batch);
      this.settled += this.batch.length;
    } catch (error) {
      this.queue = [...this.batch, ...this.queue];
      this.dropOverflow();
      throw error;
    } finally {
      this.batch = [];
    }
    this.mark();
  }

  private get lastMessage(): string {
    return this.current.kind === 'away' ? this.current.message : '';
  }

  private async prune(): Promise<void> {
    const { wallClock, clock, retention } = this.options;
    if (wallClock.now() - this.prunedAtMs < PRUNE_INTERVAL_MS) return;
    const now = clock.now();
    const cutoffs: Cutoffs = {
      decisionsMs: now - retention.decisionsMs,
      auditMs: now - retention.auditMs,
      recommendationsMs: now - retention.recommendationsMs,
    };
    for (let rounds = 0; rounds < PRUNE_ROUNDS; rounds++)
      if ((await this.answeredInTime((store) => store.prune(cutoffs))) === 0) break;
    this.prunedAtMs = wallClock.now();
  }

  private dropOverflow(): void {
    const excess = this.queue.length - this.options.queueLimit;
    if (excess <= 0) return;
    const begunMs = this.begunMs();
    for (const record of this.queue.splice(0, excess))
      this.unrecordedDrops = widened(this.unrecordedDrops, record, begunMs);
    this.settled += excess;
    this.current = { ...this.current, dropped: this.current.dropped + excess };
  }

  private untilWoken(): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = () => {
        this.wake = undefined;
        resolve();
      };
    });
  }

  private became(kind: 'available' | 'away', error?: unknown): void {
    const { dropped } = this.current;
    const message = error instanceof Error ? error.message : String(error);
    if (kind === 'away' && this.current.kind !== 'away')
      this.options.log.warn({ err: error }, 'The database is away; records wait');
    if (kind === 'available' && this.current.kind === 'away')
      this.options.log.info({ dropped }, 'The database is back');
    this.current = kind === 'away' ? { kind, dropped, message } : { kind, dropped };
  }
}

function beginOf(record: StoreRecord): number {
  return record.kind === 'gap' ? record.sinceMs : record.atMs;
}

/** The gap that `record` leaves, with the one before it; what it is about may have begun at `begunMs`. */
function widened(gap: GapRecord | undefined, record: StoreRecord, begunMs: number): GapRecord {
  return {
    kind: 'gap',
    sinceMs: Math.min(gap?.sinceMs ?? Infinity, beginOf(record), begunMs),
    atMs: Math.max(gap?.atMs ?? -Infinity, record.atMs),
    dropped: (gap?.dropped ?? 0) + 1,
    detail: '',
  };
}

/** What was dropped since `recorded` was. */
function without(gap: GapRecord | undefined, recorded: GapRecord): GapRecord | undefined {
  if (!gap || gap === recorded) return undefined;
  return { ...gap, sinceMs: Math.min(recorded.atMs, gap.atMs), dropped: gap.dropped - recorded.dropped };
}
