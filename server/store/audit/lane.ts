import type { AuditKind, AuditRecord, GapRecord } from './records';

/** Which queue a kind waits in: what there are masses of never pushes out what people did and what was done. */
export const LANE_OF = {
  change: 'audit',
  action: 'audit',
  gap: 'audit',
  decision: 'bulk',
  admission: 'bulk',
} as const satisfies Record<AuditKind, string>;

export type LaneName = (typeof LANE_OF)[AuditKind];

/** What a lane holds, in words. */
const HOLDS: Readonly<Record<LaneName, string>> = {
  audit: 'Changes and actions',
  bulk: 'Decisions and admissions',
};

/** Records that wait for the database, up to a bound. What is lost of them makes a gap. */
export class Lane {
  private queue: AuditRecord[] = [];
  /** Taken out to be stored: what overflows meanwhile does not push it out. */
  private batch: AuditRecord[] = [];
  private lost: GapRecord | undefined;
  /** Records ever added, and how many of those, in that order, were stored or lost. */
  added = 0;
  settled = 0;
  /** Records lost since the start. */
  dropped = 0;

  constructor(
    private readonly name: LaneName,
    private readonly limit: number,
  ) {}

  /** Records that wait, and the gap, if there is one. */
  get waiting(): number {
    return this.queue.length + this.batch.length + (this.lost ? 1 : 0);
  }

  /** What is lost and not yet recorded as a gap. */
  get gap(): GapRecord | undefined {
    return this.lost;
  }

  /** Since when something is not stored; Infinity when all is. */
  get unstoredSinceMs(): number {
    let sinceMs = Infinity;
    for (const oldest of [this.lost, this.batch[0], this.queue[0]])
      if (oldest) sinceMs = Math.min(sinceMs, beginOf(oldest));
    return sinceMs;
  }

  /** Drops the oldest beyond the bound; what a lost record is about may have begun at `begunMs`. */
  add(record: AuditRecord, begunMs: () => number): void {
    this.queue.push(record);
    this.added++;
    this.dropOverflow(begunMs);
  }

  /** The oldest records, at most so many, which are under way until stored, given up or given back. */
  dequeue(most: number): readonly AuditRecord[] {
    this.batch = this.queue.splice(0, most);
    return [...this.batch];
  }

  /** So many of the oldest under way are stored. */
  stored(count: number): void {
    this.batch.splice(0, count);
    this.settled += count;
  }

  /** The oldest under way cannot be stored. */
  giveUp(why: string, begunMs: () => number): void {
    for (const record of this.batch.splice(0, 1)) this.lose(record, begunMs(), why);
  }

  /** What is still under way waits again. */
  giveBack(begunMs: () => number): void {
    if (this.batch.length === 0) return;
    this.queue = [...this.batch, ...this.queue];
    this.batch = [];
    this.dropOverflow(begunMs);
  }

  /** The gap to record now, `why` being the reason where none is known. */
  gapToRecord(why: string): GapRecord | undefined {
    const { lost } = this;
    return lost && { ...lost, detail: `${HOLDS[this.name]}: ${lost.detail || why}` };
  }

  /** `recorded` was this lane's gap and is stored: only what was lost since then remains. */
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

  private lose(record: AuditRecord, begunMs: number, why: string): void {
    this.lost = {
      kind: 'gap',
      sinceMs: Math.min(this.lost?.sinceMs ?? Infinity, beginOf(record), begunMs),
      atMs: Math.max(this.lost?.atMs ?? -Infinity, record.atMs),
      dropped: (this.lost?.dropped ?? 0) + 1,
      detail: why || this.lost?.detail || '',
    };
    this.dropped++;
    this.settled++;
  }
}

function beginOf(record: AuditRecord): number {
  return record.kind === 'gap' ? record.sinceMs : record.atMs;
}
