import { ofKey } from '../../lib/memo/of-key';
import { nearestRank } from '../../model/nearest-rank';
import { AMOUNTS, type KeptAmounts, type SeriesPoint } from './point';

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}

function amountsOf(steps: readonly KeptAmounts[]): KeptAmounts {
  const rolled: KeptAmounts = {};
  for (const amount of [...AMOUNTS, 'limitTarget'] as const) {
    const values = known(steps.map((step) => step[amount]));
    const value = summaryOf(amount, values);
    if (value !== undefined) rolled[amount] = value;
  }
  return rolled;
}

function summaryOf(amount: keyof KeptAmounts, values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  switch (amount) {
    case 'usageMean':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case 'usageP95':
      return nearestRank(
        [...values].sort((a, b) => a - b),
        0.95,
      );
    case 'usageMax':
      return Math.max(...values);
    default:
      return values.at(-1);
  }
}

function mergedAt(atMs: number, steps: readonly SeriesPoint[]): SeriesPoint {
  const confidence = known(steps.map((step) => step.confidence)).at(-1);
  const replicas = known(steps.map((step) => step.replicas)).at(-1);
  return {
    atMs,
    ...(confidence !== undefined && { confidence }),
    ...(replicas !== undefined && { replicas }),
    cpu: amountsOf(steps.map(({ cpu }) => cpu)),
    memory: amountsOf(steps.map(({ memory }) => memory)),
  };
}

/**
 * The same series in steps of `stepMs`, in order of time: the mean of the means, the largest maximum, the
 * 95th percentile of the 95th percentiles, and everything else as at the end of the step. A step without data
 * has no point.
 */
export function rollUp(points: readonly SeriesPoint[], stepMs: number): SeriesPoint[] {
  const steps = new Map<number, SeriesPoint[]>();
  for (const point of points) {
    const startMs = Math.floor(point.atMs / stepMs) * stepMs;
    ofKey(steps, startMs, () => []).push(point);
  }
  return [...steps].map(([startMs, step]) => mergedAt(startMs, step));
}
