import { DecayingHistogram } from '../../../model/histogram';
import type { OtherSignal } from '../../../model/other-signals';
import { lowerFactor, upperFactor } from '../confidence';
import type { BoundAmounts } from '../estimator';
import type { SignalHistory } from './signal-history';

const DAY_MS = 86_400_000;

/** What a container, or a pod, has of one signal; amounts in the unit of the signal. */
export interface SignalEstimate extends BoundAmounts {
  /** Half of the time it is below. */
  usual: number;
  /** The 95th percentile. */
  high: number;
  /** The highest that is remembered. */
  highest: number;
  /** Days of history: the smaller of the time spanned, and of what the samples cover. */
  confidence: number;
}

/**
 * The estimate of the upstream VPA without its margin: percentiles 50, 90 and 95 of decaying usage are lower bound,
 * target and upper bound; with little history the bounds are wide. Undefined without samples (VPA 1.8,
 * pkg/recommender/logic, estimator.go, `getConfidence`).
 * @param intervalMs what one sample stands for
 */
export function estimateSignal(
  { buckets, halfLifeMs }: Pick<OtherSignal, 'buckets' | 'halfLifeMs'>,
  history: SignalHistory,
  intervalMs: number,
): SignalEstimate | undefined {
  const { firstSampleMs, lastSampleMs, sampleCount } = history;
  if (firstSampleMs === undefined || lastSampleMs === undefined) return undefined;
  const histogram = new DecayingHistogram(buckets, halfLifeMs);
  histogram.merge(history);
  const confidence = Math.min(lastSampleMs - firstSampleMs, sampleCount * intervalMs) / DAY_MS;
  const capped = (value: number) => Math.min(value, buckets.maxValue);
  const [usual, high] = [histogram.percentile(0.5), histogram.percentile(0.95)];
  return {
    usual: capped(usual),
    high: capped(high),
    highest: capped(histogram.percentile(1)),
    confidence,
    lowerBound: capped(usual * lowerFactor(confidence)),
    target: capped(histogram.percentile(0.9)),
    upperBound: capped(high * upperFactor(confidence)),
  };
}
