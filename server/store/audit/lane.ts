import { type GapRecord, type Noted, withKey } from './records';

/** The queue of a kind. Bulk never pushes out what people did and what was done to pods. */
export const LANE_OF = {
  change: 'audit',
  action: 'audit',
  outcome: 'audit',
  gap: 'audit',
  decision: 'bulk',
  admission: 'bulk',
} as const satisfies Record<Noted['kind'], string>;

export type LaneName = (typeof LANE_OF)[Noted['kind']];

const HOLDS: Readonly<Record<LaneName, string>> = {
  audit: 'Changes and actions',
  bulk: 'Decisions and admissions',
};

/** Records that wait for the database, up to a bound. Lost ones make a gap. */
export class Lane {
  private queue: Noted[] = [];
  /** Records being stored; an overflow does not push them out. */
  private batch: Noted[] = [];
  private lost: GapRecord | undefined;
  /** Records ever added, and how many of them, in order, are stored or lost. */
  added = 0;
  settled = 0;
  /** Records lost since the start. */
  dropped = 0;

  constructor(
    private readonly name: LaneName,
    private readonly limit: number,
  ) {}

  /** Records that wait, plus the gap if there is one. */
  get waiting(): number {
    return this.queue.length + this.batch.length + (this.lost ? 1 : 0);
  }

  /** What is lost and not yet recorded as a gap. */
  get gap(): GapRecord | undefined {
    return this.lost;
  }

  /** Since when something is not stored; Infinity if everything is. */
  get unstoredSinceMs(): number {
    let sinceMs = Infinity;
    for (const oldest of [this.lost, this.batch[0], this.queue[0]])
      if (oldest) sinceMs = Math.min(sinceMs, beginOf(oldest));
    return sinceMs;
  }

  /** Drops the oldest beyond the bound; a lost record may be about something that began at `begunMs`. */
  add(record: Noted, begunMs: () => number): void {
    this.queue.push(record);
    this.added++;
    this.dropOverflow(begunMs);
  }

  /**
   * Takes at most this many of the oldest records, which stay in flight until stored, given up or returned.
   */
  dequeue(most: number): readonly Noted[] {
    this.batch = this.queue.splice(0, most);
    return [...this.batch];
  }

  /** This many of the oldest in flight are stored. */
  stored(count: number): void {
    this.batch.splice(0, count);
    this.settled += count;
  }

  /** The oldest in flight cannot be stored. */
  giveUp(why: string, begunMs: () => number): void {
    for (const record of this.batch.splice(0, 1)) this.lose(record, begunMs(), why);
  }

  /** Returns what is still in flight to the queue. */
  giveBack(begunMs: () => number): void {
    if (this.batch.length === 0) return;
    this.queue = [...this.batch, ...this.queue];
    this.batch = [];
    this.dropOverflow(begunMs);
  }

  /** The gap to record now; `why` is the reason if none is known. */
  gapToRecord(why: string): GapRecord | undefined {
    const { lost } = this;
    return lost && { ...lost, detail: `${HOLDS[this.name]}: ${lost.detail || why}` };
  }

  /** `recorded` was this lane's gap and is stored: only later losses remain. */
  gapStored(recorded: GapRecord): void {
    if (!this.lost || this.lost === recorded) this.lost = undefined;
    else
      this.lost = {
        ...this.lost,
        sinceMs: Math.min(recorded.atMs, this.lost.atMs),
        dropped: this.lost.dropped - recorded.dropped,
      };
  }

  private dropOverflow(begunMs: () => number): void {
    const excess = this.queue.length - this.limit;
    if (excess <= 0) return;
    const earliestMs = begunMs();
    for (const record of this.queue.splice(0, excess)) this.lose(record, earliestMs, '');
  }

  private lose(record: Noted, begunMs: number, why: string): void {
    this.lost = withKey({
      kind: 'gap',
      sinceMs: Math.min(this.lost?.sinceMs ?? Infinity, beginOf(record), begunMs),
      atMs: Math.max(this.lost?.atMs ?? -Infinity, record.atMs),
      dropped: (this.lost?.dropped ?? 0) + 1,
      detail: why || this.lost?.detail || '',
    });
    this.dropped++;
    this.settled++;
  }
}

function beginOf(record: Noted): number {
  return record.kind === 'gap' ? record.sinceMs : record.atMs;
}
