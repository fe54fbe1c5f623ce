import { MEMORY_BUCKETS } from '../../../model/bucketing';
import type { Observation } from '../../../model/observation';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isCount, objectIn } from '../saved-values';
import { DecayedBuckets } from '../windows/decayed-buckets';
import { keepOf, WINDOW_MS } from '../windows/open-window';
import { RecentPeak } from '../windows/recent-peak';
import { loadBuckets, saveBuckets } from '../windows/saved-buckets';
import { addSeed, type Seed } from '../windows/seed';
import type { AdaptiveParameters } from './parameters';

const HOUR_MS = 3_600_000;
const WINDOWS_PER_HOUR = HOUR_MS / WINDOW_MS;

/** What the recommender knows of the memory of a container: how often it uses how much, and its peak. */
export class AdaptiveMemory {
  readonly peak = new RecentPeak();
  /** Each sample weighs the same, older ones less. */
  readonly usage = new DecayedBuckets(MEMORY_BUCKETS);
  /** The windows of the first sample and of the newest, −1 before there is any. */
  private first = -1;
  private newest = -1;

  /** @param window the number of the present one */
  observe({ kind, value }: Observation, window: number, { memory }: AdaptiveParameters): void {
    const hours = Math.ceil(memory.peakSpanMs / HOUR_MS);
    // Usage above the limit is never measured: what a killed container would have needed stands for it.
    if (kind === 'oom') this.peak.add(Math.ceil(value / (1 + memory.peakMargin)), window, hours);
    if (kind === 'killed-at') this.peak.add(value, window, hours);
    if (kind !== 'memory') return;
    this.peak.add(value, window, hours);
    if (this.first < 0) this.first = this.newest = window;
    if (window > this.newest) {
      this.usage.fade(keepOf(memory.usageHalfLifeMs, window - this.newest));
      this.newest = window;
    }
    this.usage.add(value, 1);
  }

  /** Whether so many windows of usage are known. */
  hasSeen(windows: number): boolean {
    return this.newest - this.first >= windows;
  }

  /** Bytes that are enough for this share of the time, and never more than the peak. */
  enoughFor(share: number): number {
    return Math.min(this.usage.percentile(share), this.peak.value);
  }

  /** The peaks that are kept of every container count as an hour of usage. */
  seed({ histograms: { memory } }: Seed): void {
    if (memory.isEmpty) return;
    this.peak.add(memory.buckets.endOf(memory.lastBucket), 0, 1);
    addSeed(this.usage, memory, WINDOWS_PER_HOUR);
  }

  /** The peak is saved apart, as it always was. */
  save(): SavedEvidence {
    return { first: this.first, newest: this.newest, usage: saveBuckets(this.usage) };
  }

  /**
   * @param saved absent of a version that kept the peak alone
   * @throws SavedEvidenceError, also for what is after `window`
   */
  load(saved: unknown, peak: unknown, window: number): void {
    this.peak.load(peak, 'peak', window);
    if (saved === undefined) return;
    const { first, newest, usage } = objectIn(saved, 'memory');
    const isWindow = (value: unknown): value is number => value === -1 || (isCount(value) && value <= window);
    if (!isWindow(first) || !isWindow(newest) || newest < first)
      throw new SavedEvidenceError('memory.newest', 'is no window of this recommender');
    loadBuckets(this.usage, usage, 'memory.usage');
    [this.first, this.newest] = [first, newest];
  }
}
