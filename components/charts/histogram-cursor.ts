import type { HistogramView } from '@/server/contract/recommendations';
import { formatAmount } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';

type Measured = Pick<HistogramView, 'resource' | 'buckets'>;

/** The share of the weight above an amount, 0…1; within a bucket it is spread evenly. */
export function shareAbove({ buckets }: Measured, amount: number): number {
  let above = 0;
  for (const { start, end, weight } of buckets) {
    if (start >= amount) above += weight;
    else if (end > amount) above += (weight * (end - amount)) / (end - start);
  }
  return Math.min(1, above);
}

/** `Above 330m: 51 % of the time, at or below it 49 %.` Memory is learned as the peak of each interval. */
export function cursorWords(histogram: Measured, amount: number): string {
  const above = shareAbove(histogram, amount);
  const of = histogram.resource === 'cpu' ? 'time' : 'peaks';
  return `Above ${formatAmount(histogram.resource, amount)}: ${formatShare(above)} of the ${of}; at or below: ${formatShare(1 - above)}.`;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Where a key moves the cursor: from one edge of the buckets to the next; undefined for other keys. */
export function movedCursor({ buckets }: Measured, amount: number, key: string): number | undefined {
  const step = STEPS[key];
  const last = buckets.at(-1);
  if (step === undefined || !last) return undefined;
  const edges = [...buckets.map(({ start }) => start), last.end];
  // Between two edges, a step leads to the next one on its side.
  const index =
    step > 0 ? edges.findLastIndex((edge) => edge <= amount) : edges.findIndex((edge) => edge >= amount);
  const from = index >= 0 ? index : step > 0 ? -1 : edges.length;
  return edges[Math.min(edges.length - 1, Math.max(0, from + step))];
}
