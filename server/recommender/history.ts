import type { HistoryPoint } from './views';

/** Points kept per container; a quarter of them cover the newest part at full rate. */
const CAPACITY = 240;

/**
 * The recent past of one container, bounded: recent points fine, older ones ever coarser. When full, every
 * second point of the older three quarters goes, so that the span doubles while the newest stay as they came.
 */
export class History {
  private points: HistoryPoint[] = [];

  /** Appends a point; one that is not newer than the last replaces it. */
  add(point: HistoryPoint): void {
    const last = this.points.at(-1);
    if (last && point.atMs <= last.atMs) this.points.pop();
    this.points.push(point);
    if (this.points.length > CAPACITY) this.thin();
  }

  /** Oldest first. */
  list(): readonly HistoryPoint[] {
    return this.points;
  }

  private thin(): void {
    const fineFrom = this.points.length - CAPACITY / 4;
    this.points = this.points.filter((_, index) => index >= fineFrom || index % 2 === 0);
  }
}
