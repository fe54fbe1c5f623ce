import { CPU_BUCKETS } from '../../../model/bucketing';
import { DecayedBuckets } from '../windows/decayed-buckets';
import { keepOf } from '../windows/open-window';
import { addSeed, type Seed } from '../windows/seed';
import { HourPeaks } from './hour-peaks';

const HOUR_MS = 3_600_000;

/** Half-lives of the histograms that experts read. */
export const HALF_LIVES_MS = [2 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS] as const;
const PERCENTILES = [0.6, 0.8, 0.9, 0.95, 0.99];
export const MARGINS = [0, 0.2] as const;

/** What an expert looks at; the percentile, 0 to 1, with the half-life of its histogram, or a number of hours. */
export type Look =
  | { readonly kind: 'percentile'; readonly halfLife: number; readonly percentile: number }
  | { readonly kind: 'same-hour'; readonly hoursAgo: number }
  | { readonly kind: 'highest'; readonly hours: number }
  | { readonly kind: 'as-default' };

export interface Expert {
  readonly look: Look;
  readonly margin: number;
}

const LOOKS: readonly Look[] = [
  ...HALF_LIVES_MS.flatMap((_, halfLife) =>
    PERCENTILES.map((percentile) => ({ kind: 'percentile' as const, halfLife, percentile })),
  ),
  { kind: 'same-hour', hoursAgo: 24 },
  { kind: 'same-hour', hoursAgo: 168 },
  { kind: 'highest', hours: 1 },
  { kind: 'highest', hours: 24 },
  { kind: 'as-default' },
];

/** Every expert: each look with each margin, in this order. */
export const EXPERTS: readonly Expert[] = LOOKS.flatMap((look) =>
  MARGINS.map((margin) => ({ look, margin })),
);

/** What `default` does with the settings of the reference: the 90th percentile of a day's half-life, and 15 %. */
export const AS_DEFAULT = { halfLife: 1, percentile: 0.9, margin: 0.15 };

/** What experts read: usage of CPU by half-life, and the highest of each hour. */
export class ExpertUsage {
  readonly byHalfLife = HALF_LIVES_MS.map(() => new DecayedBuckets(CPU_BUCKETS));
  readonly hours = new HourPeaks();

  get isEmpty(): boolean {
    return this.byHalfLife[0]?.isEmpty ?? true;
  }

  /** The mean usage of the last days, cores. */
  get mean(): number {
    return this.byHalfLife.at(-1)?.mean ?? 0;
  }

  /** What `default` would recommend, about, in cores. */
  get asDefault(): number {
    const { halfLife, percentile, margin } = AS_DEFAULT;
    return (this.byHalfLife[halfLife]?.percentile(percentile) ?? 0) * (1 + margin);
  }

  /** Takes the values of a window, ascending, `windows` after the last. */
  add(values: Float64Array, windows: number, hour: number): void {
    for (const [index, shares] of this.byHalfLife.entries()) {
      const keep = keepOf(HALF_LIVES_MS[index] ?? HOUR_MS, windows);
      const weight = (shares.isEmpty ? 1 : 1 - keep) / values.length;
      shares.fade(keep);
      for (const value of values) shares.add(value, weight);
    }
    this.hours.add(hour, values.at(-1) ?? 0);
  }

  seed({ histograms: { cpu } }: Seed): void {
    for (const shares of this.byHalfLife) addSeed(shares, cpu, 1);
  }

  /** What each expert says for the given hour, in cores, into `says`; one that cannot know yet says as default. */
  ask(hour: number, says: Float32Array): void {
    const usual = this.asDefault;
    for (const [index, look] of LOOKS.entries()) {
      const base = this.lookAt(look, hour) ?? usual;
      for (const [at, margin] of MARGINS.entries()) says[index * MARGINS.length + at] = base * (1 + margin);
    }
  }

  private lookAt(look: Look, hour: number): number | undefined {
    switch (look.kind) {
      case 'percentile':
        return this.byHalfLife[look.halfLife]?.percentile(look.percentile);
      case 'same-hour':
        return this.hours.at(hour - look.hoursAgo);
      case 'highest':
        return this.hours.highest(hour - look.hours, hour);
      case 'as-default':
        return undefined;
    }
  }
}
