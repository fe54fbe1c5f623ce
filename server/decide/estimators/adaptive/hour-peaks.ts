import { CPU_BUCKETS } from '../../../model/bucketing';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isCount, textOf } from '../saved-values';

/** A week, and the hour under way. */
const HOURS = 169;
/** No usage is known of that hour. */
const UNKNOWN = 255;

/** The bucket of the highest CPU of each hour of a week; hours are numbered. */
export class HourPeaks {
  private newest = -1;
  private readonly buckets = new Uint8Array(HOURS).fill(UNKNOWN);

  /** Takes a value in cores of an hour that is not before the newest. */
  add(hour: number, value: number): void {
    if (hour < this.newest) return;
    for (let one = Math.max(this.newest + 1, hour - HOURS + 1); one <= hour; one++)
      this.buckets[one % HOURS] = UNKNOWN;
    this.newest = hour;
    const bucket = CPU_BUCKETS.bucketOf(value);
    const former = this.buckets[hour % HOURS] ?? UNKNOWN;
    if (former === UNKNOWN || bucket > former) this.buckets[hour % HOURS] = bucket;
  }

  /** The highest of an hour in cores, as the end of its bucket; undefined if it is not known. */
  at(hour: number): number | undefined {
    if (hour < 0 || hour > this.newest || hour <= this.newest - HOURS) return undefined;
    const bucket = this.buckets[hour % HOURS] ?? UNKNOWN;
    return bucket === UNKNOWN ? undefined : CPU_BUCKETS.endOf(bucket);
  }

  /** The highest of the hours from `from` to before `to`; undefined if none is known. */
  highest(from: number, to: number): number | undefined {
    let highest: number | undefined;
    for (let hour = from; hour < to; hour++) {
      const value = this.at(hour);
      if (value !== undefined && value > (highest ?? 0)) highest = value;
    }
    return highest;
  }

  save(): SavedEvidence {
    return { newest: this.newest, buckets: Buffer.from(this.buckets).toString('base64') };
  }

  /** @throws SavedEvidenceError, also for hours after `hour` */
  load({ newest, buckets }: Record<string, unknown>, field: string, hour: number): void {
    const bytes = Buffer.from(String(buckets), 'base64');
    const isHour = newest === -1 || (isCount(newest) && newest <= hour);
    if (!isHour || bytes.length !== HOURS)
      throw new SavedEvidenceError(field, `is ${textOf(newest)}, not the hours of a week`);
    if (bytes.some((bucket) => bucket !== UNKNOWN && bucket >= CPU_BUCKETS.count))
      throw new SavedEvidenceError(field, 'has a bucket that does not exist');
    this.newest = newest;
    this.buckets.set(bytes);
  }
}
