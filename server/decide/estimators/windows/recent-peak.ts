import { MAX_AMOUNT } from '../../../objects/units';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isAmount, isCount } from '../saved-values';

/** Windows in an hour: peaks are kept by the hour. */
const HOUR = 12;
/** Of more hours, as of memory that falls slowly, two of about the same height count as the higher one at the later time. */
const MOST = 12;

/**
 * The highest value of the last hours. Of each hour that may still become the highest, the number and the value:
 * values fall from one to the next.
 */
export class RecentPeak {
  private readonly peaks: { hour: number; value: number }[] = [];

  get value(): number {
    return this.peaks[0]?.value ?? 0;
  }

  /** Takes a value of a window by its number, and forgets what is `hours` or more before it. */
  add(value: number, window: number, hours: number): void {
    const { peaks } = this;
    const hour = Math.floor(window / HOUR);
    while ((peaks.at(-1)?.value ?? Number.POSITIVE_INFINITY) <= value) peaks.pop();
    if (peaks.at(-1)?.hour !== hour) peaks.push({ hour, value });
    while ((peaks[0]?.hour ?? hour) <= hour - hours) peaks.shift();
    if (peaks.length > MOST) this.mergeNearest();
  }

  private mergeNearest(): void {
    const { peaks } = this;
    let [at, nearest] = [1, 0];
    for (let index = 1; index < peaks.length; index++) {
      const share = (peaks[index]?.value ?? 0) / (peaks[index - 1]?.value || 1);
      if (share > nearest) [at, nearest] = [index, share];
    }
    const [merged] = peaks.splice(at, 1);
    const higher = peaks[at - 1];
    if (merged && higher) higher.hour = merged.hour;
  }

  save(): SavedEvidence[string] {
    return this.peaks.flatMap(({ hour, value }) => [hour, value]);
  }

  /** @throws SavedEvidenceError, also for peaks after `window` */
  load(saved: unknown, field: string, window: number): void {
    if (!Array.isArray(saved)) throw new SavedEvidenceError(field, 'is no list of peaks');
    for (let at = 0; at + 1 < saved.length; at += 2) {
      const [hour, value] = [saved[at], saved[at + 1]] as unknown[];
      const last = this.peaks.at(-1);
      const falls = !last || (Number(hour) > last.hour && Number(value) < last.value);
      if (!isCount(hour) || hour > window / HOUR || !isAmount(value) || value > MAX_AMOUNT || !falls)
        throw new SavedEvidenceError(field, 'is no list of peaks');
      this.peaks.push({ hour, value });
    }
  }
}
