import { SIGNALS, type Signal } from '../../model/signals';
import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isCount, textOf } from '../saved-values';
import { findSeason, type PeriodTest, type Season, testPeriods } from './period';

const HOUR_MS = 3_600_000;
export const SLOT_MS = HOUR_MS / 2;
export const DAY = 48;
const WEEK = 7 * DAY;
const PERIODS = [DAY, WEEK];
/** Four weeks of half hours. */
const KEPT = 4 * WEEK;
const NO_VALUE = 255;
/** A series begins anew after a gap of more slots; shorter gaps count as the value before. */
const LONGEST_GAP = 2;
/** Periods are looked for every six hours. */
const LOOK_EVERY = 12;

/** One signal by half hours of UTC: a bucket for each, one byte long. */
export class Slots {
  private readonly kept = new Uint8Array(KEPT).fill(NO_VALUE);
  /** The newest slot with a value, counted from 1970; −1 before the first. */
  newest = -1;
  season: Season | undefined;

  constructor(private readonly signal: Signal) {}

  get isEmpty(): boolean {
    return this.newest < 0;
  }

  /** The usage in a slot, in cores or bytes; undefined if it is unknown. */
  usageIn(slot: number): number | undefined {
    if (slot > this.newest || slot <= this.newest - KEPT || slot < 0) return undefined;
    const bucket = this.kept[slot % KEPT] ?? NO_VALUE;
    return bucket === NO_VALUE ? undefined : SIGNALS[this.signal].buckets.endOf(bucket);
  }

  /** Adds the next slot that is over; slots without a value may lie between. */
  add(slot: number, bucket: number, leastStrength: number): void {
    if (slot <= this.newest) return;
    const skipped = this.isEmpty ? KEPT : slot - this.newest - 1;
    if (skipped >= KEPT) this.kept.fill(NO_VALUE);
    else for (let gap = slot - skipped; gap < slot; gap++) this.kept[gap % KEPT] = NO_VALUE;
    this.kept[slot % KEPT] = bucket;
    const looks = Math.floor(slot / LOOK_EVERY) > Math.floor(this.newest / LOOK_EVERY);
    this.newest = slot;
    if (looks) this.season = this.find(leastStrength);
  }

  /** The highest usage from `from` to `to` in the same phase of the newest `periods` periods. */
  highestInPhase(from: number, to: number, periods: number): number | undefined {
    if (!this.season) return undefined;
    let highest: number | undefined;
    for (let slot = from; slot <= to; slot++) {
      let found = 0;
      const { period } = this.season;
      for (let past = slot - period; found < periods && past > this.newest - KEPT; past -= period) {
        const usage = this.usageIn(past);
        if (usage === undefined) continue;
        found++;
        if (highest === undefined || usage > highest) highest = usage;
      }
    }
    return highest;
  }

  private find(leastStrength: number): Season | undefined {
    return findSeason(this.series(), PERIODS, leastStrength);
  }

  /** Every period that is looked for, and what came of it with all that is known now. */
  tests(leastStrength: number): PeriodTest[] {
    return testPeriods(this.series(), PERIODS, leastStrength);
  }

  /** Everything since the last long gap, with short gaps filled. */
  private series(): Float64Array {
    const backwards: number[] = [];
    let gap = 0;
    for (let slot = this.newest; slot > this.newest - KEPT; slot--) {
      const usage = this.usageIn(slot);
      gap = usage === undefined ? gap + 1 : 0;
      if (gap > LONGEST_GAP) break;
      backwards.push(usage ?? Number.NaN);
    }
    backwards.length -= gap > LONGEST_GAP ? gap - 1 : gap;
    const series = Float64Array.from(backwards).reverse();
    for (const [index, usage] of series.entries())
      if (Number.isNaN(usage)) series[index] = series[index - 1] ?? 0;
    return series;
  }

  save(): SavedEvidence {
    return { newest: this.newest, kept: Buffer.from(this.inOrder()).toString('base64') };
  }

  /** From the oldest to the newest slot, without unknown ones before the first. */
  private inOrder(): Uint8Array {
    const ordered = Uint8Array.from(
      { length: KEPT },
      (_, index) => this.kept[(((this.newest + 1 + index) % KEPT) + KEPT) % KEPT] ?? NO_VALUE,
    );
    const first = ordered.findIndex((bucket) => bucket !== NO_VALUE);
    return first < 0 ? ordered.subarray(KEPT) : ordered.subarray(first);
  }

  /** @throws SavedEvidenceError, also for slots after `untilMs` */
  load(
    { newest, kept }: Record<string, unknown>,
    field: string,
    leastStrength: number,
    untilMs: number,
  ): void {
    if (newest === -1) return;
    const bytes = Buffer.from(typeof kept === 'string' ? kept : '', 'base64');
    if (!isCount(newest) || newest * SLOT_MS > untilMs || bytes.length > KEPT)
      throw new SavedEvidenceError(field, `is ${textOf(newest)}, not the number of a half hour`);
    this.newest = newest;
    const count = SIGNALS[this.signal].buckets.count;
    for (const [index, bucket] of bytes.entries()) {
      const slot = newest - bytes.length + 1 + index;
      if (slot >= 0 && bucket < count) this.kept[slot % KEPT] = bucket;
    }
    this.season = this.find(leastStrength);
  }
}
