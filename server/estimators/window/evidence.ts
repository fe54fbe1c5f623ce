import type { Observation } from '../../model/observation';
import { SIGNALS, type Signal } from '../../model/signals';
import type { SavedEvidence } from '../estimator';
import { SavedEvidenceError } from '../estimator';
import { isAmount, isCount, packNumbers, recordIn, unpackNumbers } from '../saved-values';
import { BucketNumbers } from '../windows/bucket-numbers';
import { DecayedBuckets } from '../windows/decayed-buckets';
import { keepOf, OpenWindow, WINDOW_MS, type WindowTaker } from '../windows/open-window';
import { addSeed, type Seed } from '../windows/seed';
import { LatestWindows } from './latest-windows';
import type { WindowParameters } from './parameters';
import { usageOf } from './statistics';

/** One signal over all windows. */
export class SignalWindows {
  readonly shares: DecayedBuckets;
  /** Per bucket one more than the number of the last window with a value in it; 0 if there was none. */
  private readonly lastSeen = new BucketNumbers();
  private meanSum = 0;
  private meanWeight = 0;
  /** What was recommended after the latest windows: their numbers and usages, in turn. */
  readonly recent: { readonly window: number; readonly usage: number }[] = [];
  newest = 0;
  readonly latest = new LatestWindows();

  constructor(signal: Signal) {
    const { buckets } = SIGNALS[signal];
    this.shares = new DecayedBuckets(buckets);
  }

  get isEmpty(): boolean {
    return this.shares.isEmpty;
  }

  /** S_avg: the means of windows, faded by age. */
  get average(): number {
    return this.meanWeight > 0 ? this.meanSum / this.meanWeight : 0;
  }

  /** S_max: the highest bucket with a value in the last windows. */
  peakOver(windows: number): number {
    const { buckets } = this.shares;
    for (let bucket = buckets.count - 1; bucket >= 0; bucket--) {
      const seen = this.lastSeen.at(bucket);
      if (seen > 0 && seen - 1 > this.newest - windows) return buckets.endOf(bucket);
    }
    return 0;
  }

  /** The highest recommendation after the last windows. */
  highestOver(windows: number): number {
    let highest = 0;
    for (const { window, usage } of this.recent)
      if (window > this.newest - windows && usage > highest) highest = usage;
    return highest;
  }

  add(values: readonly number[], window: number, keep: number): void {
    this.shares.fade(keep);
    let sum = 0;
    for (const value of values) {
      const bucket = this.shares.buckets.bucketOf(value);
      this.shares.addTo(bucket, 1);
      this.lastSeen.put(bucket, window + 1);
      sum += value;
    }
    this.meanSum = this.meanSum * keep + sum / values.length;
    this.meanWeight = this.meanWeight * keep + 1;
    this.newest = window;
  }

  /** Notes what is recommended after the newest window. Older and lower ones can be the highest no more. */
  hold(usage: number, windows: number): void {
    const kept = this.recent.filter((one) => one.window > this.newest - windows && one.usage > usage);
    this.recent.splice(0, this.recent.length, ...kept, { window: this.newest, usage });
  }

  seed({ histograms, windows }: Seed, signal: Signal, keep: number): void {
    const histogram = histograms[signal];
    if (histogram.isEmpty) return;
    this.meanWeight = keep === 1 ? windows : (1 - keep ** windows) / (1 - keep);
    addSeed(this.shares, histogram, this.meanWeight);
    const { buckets } = this.shares;
    for (let bucket = histogram.firstBucket; bucket <= histogram.lastBucket; bucket++) {
      const weight = this.shares.weightOf(bucket);
      if (weight === 0) continue;
      this.lastSeen.put(bucket, 1);
      this.meanSum += (weight * (buckets.startOf(bucket) + buckets.endOf(bucket))) / 2;
    }
  }

  save(): SavedEvidence {
    const { shares, lastSeen, meanSum, meanWeight, newest, recent } = this;
    return {
      shares: packNumbers(shares.weights.inUse()),
      lastSeen: packNumbers(lastSeen.inUse()),
      meanSum,
      meanWeight,
      newest,
      recent: recent.flatMap(({ window, usage }) => [window, usage]),
      latest: this.latest.save(),
    };
  }

  /** @throws SavedEvidenceError */
  load(saved: Record<string, unknown>, field: string, windows: number): void {
    const { meanSum, meanWeight, newest, recent } = saved;
    if (!isAmount(meanSum) || !isAmount(meanWeight) || !isCount(newest) || newest > windows)
      throw new SavedEvidenceError(field, 'has no mean or no number of windows');
    this.shares.load(saved.shares, `${field}.shares`);
    unpackNumbers(saved.lastSeen, `${field}.lastSeen`, this.shares.buckets.count, (bucket, seen) =>
      this.lastSeen.put(bucket, Math.min(seen, newest + 1)),
    );
    Object.assign(this, { meanSum, meanWeight, newest });
    this.latest.load(saved.latest, newest);
    if (!Array.isArray(recent)) return;
    for (let at = 0; at + 1 < recent.length; at += 2) {
      const [window, usage] = [recent[at], recent[at + 1]] as unknown[];
      if (isCount(window) && window <= newest && isAmount(usage)) this.recent.push({ window, usage });
    }
  }
}

/** All that the window recommender keeps of one container. */
export class WindowEvidence implements Record<Signal, SignalWindows> {
  readonly cpu = new SignalWindows('cpu');
  readonly memory = new SignalWindows('memory');

  private constructor(private readonly open: OpenWindow) {}

  static begin(parameters: WindowParameters, seed?: Seed): WindowEvidence {
    const evidence = new WindowEvidence(new OpenWindow(undefined));
    if (seed)
      for (const signal of ['cpu', 'memory'] as const)
        evidence[signal].seed(seed, signal, keepOf(parameters[signal].halfLifeMs, 1));
    return evidence;
  }

  observe(observation: Observation, parameters: WindowParameters): void {
    const taker: WindowTaker = {
      close: (signal, values, windows) => {
        const own = this[signal];
        own.add(values, this.open.number, keepOf(parameters[signal].halfLifeMs, windows));
        const statistic = usageOf(signal, own, parameters);
        own.hold(statistic, Math.ceil(parameters.holdMs / WINDOW_MS));
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        own.latest.add({ window: this.open.number, mean, peak: Math.max(...values), statistic });
      },
    };
    this.open.observe(observation, taker);
  }

  /** When a window ends, Unix ms. */
  endOf(window: number): number {
    return (this.open.originMs ?? 0) + (window + 1) * WINDOW_MS;
  }

  save(): SavedEvidence {
    return { open: this.open.save(), cpu: this.cpu.save(), memory: this.memory.save() };
  }

  /** @throws SavedEvidenceError */
  static load(saved: SavedEvidence, untilMs: number): WindowEvidence {
    const open = OpenWindow.load(saved.open, untilMs);
    const evidence = new WindowEvidence(open);
    for (const signal of ['cpu', 'memory'] as const)
      evidence[signal].load(recordIn(saved[signal], signal), signal, open.number);
    return evidence;
  }
}
