import { OpenHour } from './open-hour';
import { keyText, type SeriesKey, type SeriesPoint } from './point';

/** Hours of containers that may wait for an unavailable database; beyond that, the oldest are lost. */
const MOST_WAITING = 20_000;

/** Takes points as they come and keeps their hour until it is stored. */
export class Recorder {
  private readonly open = new Map<string, OpenHour>();
  private readonly waiting = new Set<OpenHour>();
  private lost = 0;

  /** Blocks dropped since the start because too many waited. */
  get dropped(): number {
    return this.lost;
  }

  /** Ignores a point of an hour before the newest one. */
  add(key: SeriesKey, recommender: string, point: SeriesPoint): void {
    const text = keyText(key);
    let open = this.open.get(text);
    if (open && point.atMs < open.startMs) return;
    if (!open || point.atMs >= open.endMs) {
      if (open) this.close(open);
      open = new OpenHour(key, recommender, point.atMs);
      this.open.set(text, open);
    }
    open.recommender = recommender;
    open.set(point);
  }

  /** The points of a container that may not be stored yet, oldest first. */
  async recent(key: SeriesKey): Promise<SeriesPoint[]> {
    const text = keyText(key);
    const open = this.open.get(text);
    const hours = [...this.waiting].filter((one) => keyText(one.key) === text);
    return (await Promise.all([...hours, ...(open ? [open] : [])].map((one) => one.points()))).flat();
  }

  /** The recommender of the newest hour of a container, while that is here. */
  recommenderOf(key: SeriesKey): string | undefined {
    return this.open.get(keyText(key))?.recommender;
  }

  /** Changes with every new point of a container. */
  revisionOf(key: SeriesKey): string {
    const open = this.open.get(keyText(key));
    return open ? `${open.startMs} ${open.version}` : '';
  }

  /** The containers with points that may not be stored yet. */
  keys(): SeriesKey[] {
    return [...this.waiting, ...this.open.values()].map(({ key }) => key);
  }

  /** What is not stored yet; releases hours that are over. */
  unstored(nowMs: number): OpenHour[] {
    for (const [text, open] of this.open) {
      if (nowMs < open.endMs) continue;
      this.open.delete(text);
      this.close(open);
    }
    return [...this.waiting, ...this.open.values()].filter((one) => !one.isStored);
  }

  /** Releases what is over and stored by now. */
  release(hour: OpenHour): void {
    if (hour.isStored) this.waiting.delete(hour);
  }

  private close(open: OpenHour): void {
    if (open.isStored) return;
    this.waiting.add(open);
    if (this.waiting.size <= MOST_WAITING) return;
    for (const oldest of this.waiting) {
      this.waiting.delete(oldest);
      this.lost++;
      return;
    }
  }
}
