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

const BATCH = 500;
const GATHER_MS = 50;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
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
  private underWay = 0;
  private store: Store | undefined;
  private current: StoreState = { kind: 'opening', dropped: 0 };
  private unrecordedDrops = 0;
  private prunedAtMs = Number.NEGATIVE_INFINITY;
  private wake: (() => void) | undefined;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(private readonly options: RecorderOptions) {
    if (options.uncleanEnd?.begin()) this.queue.push(this.gap(0, 'the process before ended suddenly'));
    this.running = this.run();
  }

  get state(): StoreState {
    return this.current;
  }

  /** Records that wait for the database. */
  get waiting(): number {
    return this.queue.length + this.underWay;
  }

  record(...records: readonly StoreRecord[]): void {
    for (const record of records) this.queue.push(record);
    this.dropOverflow();
    this.wake?.();
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
    await this.running;
    await this.store?.close();
    if (this.queue.length === 0) this.options.uncleanEnd?.end();
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
        await this.work();
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

  /** Opens the store if need be and moves one batch into it. */
  private async work(): Promise<void> {
    this.store ??= await this.options.open();
    if (this.unrecordedDrops > 0) {
      const dropped = this.unrecordedDrops;
      await this.store.append([this.gap(dropped, this.lastMessage)]);
      this.unrecordedDrops -= dropped;
    }
    // Taken out before they are written: what overflows meanwhile must not push out what is under way.
    const batch = this.queue.splice(0, BATCH);
    this.underWay = batch.length;
    try {
      if (batch.length > 0) await this.store.append(batch);
    } catch (error) {
      this.queue = [...batch, ...this.queue];
      this.dropOverflow();
      throw error;
    } finally {
      this.underWay = 0;
    }
    this.became('available');
    await this.prune(this.store);
  }

  private gap(dropped: number, detail: string): GapRecord {
    return { kind: 'gap', atMs: this.options.clock.now(), dropped, detail };
  }

  private get lastMessage(): string {
    return this.current.kind === 'away' ? this.current.message : '';
  }

  private async prune(store: Store): Promise<void> {
    const { wallClock, clock, retention } = this.options;
    if (wallClock.now() - this.prunedAtMs < PRUNE_INTERVAL_MS) return;
    const now = clock.now();
    const cutoffs: Cutoffs = {
      decisionsMs: now - retention.decisionsMs,
      auditMs: now - retention.auditMs,
      recommendationsMs: now - retention.recommendationsMs,
    };
    for (let rounds = 0; rounds < PRUNE_ROUNDS; rounds++) if ((await store.prune(cutoffs)) === 0) break;
    this.prunedAtMs = wallClock.now();
  }

  private dropOverflow(): void {
    const excess = this.queue.length - this.options.queueLimit;
    if (excess <= 0) return;
    this.queue.splice(0, excess);
    this.unrecordedDrops += excess;
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
