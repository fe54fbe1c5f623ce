import type { Clock } from '../../lib/time/clock';

/** Reviews of one time slice. */
interface Stretch {
  startMs: number;
  total: number;
  late: number;
}

const STRETCH_MS = 10_000;
const KEPT = 6;
/** A smaller share of late answers is normal for any network. */
const TOLERATED_SHARE = 0.1;

/** Whether the reviews of the last minute were answered in time. */
export class RecentReviews {
  private stretches: Stretch[] = [];

  constructor(
    private readonly wallClock: Clock,
    /** A later answer is useless: the API server has continued, or is about to. */
    private readonly lateMs: number,
  ) {}

  /** One review answered after `durationMs`. */
  answered(durationMs: number): void {
    this.count(durationMs >= this.lateMs);
  }

  /** One review rejected or failed. */
  lost(): void {
    this.count(true);
  }

  /** What is wrong; undefined if nothing is, or there were no reviews. */
  fault(): string | undefined {
    this.forgetOld();
    const total = this.stretches.reduce((sum, stretch) => sum + stretch.total, 0);
    const late = this.stretches.reduce((sum, stretch) => sum + stretch.late, 0);
    return late > total * TOLERATED_SHARE
      ? `${late} of ${total} reviews of the last minute were late or lost`
      : undefined;
  }

  private count(isLate: boolean): void {
    const nowMs = this.wallClock.steady();
    let last = this.stretches.at(-1);
    if (!last || nowMs - last.startMs >= STRETCH_MS) {
      last = { startMs: nowMs, total: 0, late: 0 };
      this.stretches.push(last);
      this.forgetOld();
    }
    last.total++;
    if (isLate) last.late++;
  }

  private forgetOld(): void {
    const oldest = this.wallClock.steady() - STRETCH_MS * KEPT;
    while (this.stretches[0] && this.stretches[0].startMs < oldest) this.stretches.shift();
  }
}
