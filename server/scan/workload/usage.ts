import { nearestRank } from '../../model/nearest-rank';
import type { Resource } from '../../objects/units';
import type { KnownSeries } from '../past/known-past';
import type { UsedAmounts } from '../report';

const HIGH = 0.95;

/** What one container of a workload used within a time span, over all its pods; undefined if nothing is known. */
export function usedBy(
  series: readonly KnownSeries[],
  resource: Resource,
  { fromStep, toStep }: { readonly fromStep: number; readonly toStep: number },
): UsedAmounts | undefined {
  const columns = series.map((one) => one[resource]);
  const values = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const column of columns)
    for (let index = 0; index < column.length; index++) {
      const value = column.values[index] ?? Number.NaN;
      const step = column.first + index;
      if (value >= 0 && value < Number.POSITIVE_INFINITY && step >= fromStep && step < toStep)
        values[count++] = value;
    }
  const ascending = values.subarray(0, count).sort();
  const [median, p95, peak] = [0.5, HIGH, 1].map((rank) => nearestRank(ascending, rank));
  return median === undefined || p95 === undefined || peak === undefined ? undefined : { median, p95, peak };
}
