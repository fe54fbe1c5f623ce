import { HELD_BY, type HistoryPoint } from '../contract/hpas';

/** Points no closer than this, unless the replicas change. */
const SPACING_MS = 60_000;

const FIXED = 6;

const PER_METRIC = 2;

/**
 * The recent past of one HPA for a picture over hours: a ring of numbers, since there may be thousands of HPAs.
 * Within a minute the latest evaluation counts, but each change of the replicas has a point of its own.
 */
export class ReplicaHistory {
  private ring = new Float64Array(0);
  private capacity = 0;
  private metrics = 0;
  private first = 0;
  private length = 0;
  /** When the newest slot began. */
  private slotMs = Number.NEGATIVE_INFINITY;

  /** Adds a point and keeps at most `most`. */
  add(point: HistoryPoint, most: number): void {
    this.fit(point.metrics.length, most);
    const last = this.length > 0 ? this.at(this.length - 1) : undefined;
    const isSameSlot = last?.replicas === point.replicas && point.atMs - this.slotMs < SPACING_MS;
    if (!isSameSlot) {
      this.slotMs = point.atMs;
      if (this.length === this.capacity) this.first = (this.first + 1) % this.capacity;
      else this.length++;
    }
    this.write(this.length - 1, point);
  }

  /** Oldest first. */
  points(): HistoryPoint[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index));
  }

  private get stride(): number {
    return FIXED + this.metrics * PER_METRIC;
  }

  private offset(index: number): number {
    return ((this.first + index) % this.capacity) * this.stride;
  }

  /** Grows as points come; an HPA whose metrics changed keeps its points without theirs. */
  private fit(metrics: number, most: number): void {
    const wanted = Math.min(
      most,
      Math.max(8, this.length === this.capacity ? this.capacity * 2 : this.capacity),
    );
    if (metrics === this.metrics && wanted === this.capacity) return;
    const isSame = metrics === this.metrics;
    const kept = this.points().slice(-wanted);
    this.metrics = metrics;
    this.capacity = wanted;
    this.ring = new Float64Array(wanted * this.stride);
    this.first = 0;
    this.length = kept.length;
    kept.forEach((point, index) => {
      this.write(index, isSame ? point : { ...point, winner: undefined, metrics: [] });
    });
  }

  private write(index: number, { atMs, replicas, desired, controller, winner, held, metrics }: HistoryPoint) {
    const at = this.offset(index);
    this.ring.set(
      [atMs, replicas, desired, controller ?? Number.NaN, winner ?? Number.NaN, HELD_BY.indexOf(held)],
      at,
    );
    for (let metric = 0; metric < this.metrics; metric++) {
      const { ratio = Number.NaN, proposed = Number.NaN } = metrics[metric] ?? {};
      this.ring.set([ratio, proposed], at + FIXED + metric * PER_METRIC);
    }
  }

  private at(index: number): HistoryPoint {
    const from = this.offset(index);
    const [atMs = 0, replicas = 0, desired = 0, controller, winner, held = 0] = this.ring.subarray(
      from,
      from + FIXED,
    );
    return {
      atMs,
      replicas,
      desired,
      controller: known(controller),
      winner: known(winner),
      held: HELD_BY[held] ?? 'nothing',
      metrics: Array.from({ length: this.metrics }, (_, metric) => {
        const place = from + FIXED + metric * PER_METRIC;
        return { ratio: known(this.ring[place]), proposed: known(this.ring[place + 1]) };
      }),
    };
  }
}

function known(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value;
}
