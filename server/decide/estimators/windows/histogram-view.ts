import type { Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT } from '../amounts';
import type { HistogramView } from '../explanation';
import type { DecayedBuckets } from './decayed-buckets';

const PERCENTILES = { lowerBound: 0.5, target: 0.95, upperBound: 1 } as const;

/** The weights as drawn, with the median, the 95th percentile and the most of the time. */
export function bucketsView(resource: Resource, shares: DecayedBuckets, halfLifeMs: number): HistogramView {
  const scale = AMOUNT_PER_UNIT[resource];
  const { buckets, first, last } = shares;
  let totalWeight = 0;
  for (let bucket = first; bucket <= last; bucket++) totalWeight += shares.weightOf(bucket);
  return {
    resource,
    totalWeight,
    halfLifeMs,
    buckets: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
      start: buckets.startOf(first + index) * scale,
      end: buckets.endOf(first + index) * scale,
      weight: shares.weightOf(first + index) / totalWeight,
    })),
    percentiles: (['lowerBound', 'target', 'upperBound'] as const).map((name) => ({
      name,
      percentile: PERCENTILES[name],
      value: shares.percentile(PERCENTILES[name]) * scale,
    })),
  };
}
