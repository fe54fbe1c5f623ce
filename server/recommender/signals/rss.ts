import type { BoundAmounts } from '@/server/decide/estimators/estimator';
import { estimateSignal } from '@/server/decide/estimators/signals/estimate-signal';
import type { SignalHistory } from '@/server/decide/estimators/signals/signal-history';
import type { OtherSignal } from '@/server/model/other-signals';
import type { RecommenderSettings } from '../settings';

/** What a container needs of memory without page cache, bytes, with the usual margin; undefined without samples. */
export function rssAmounts(
  signal: OtherSignal,
  history: SignalHistory,
  config: Pick<RecommenderSettings, 'signalsIntervalMs' | 'recommendationMarginFraction'>,
): BoundAmounts | undefined {
  const estimate = estimateSignal(signal, history, config.signalsIntervalMs);
  const margin = 1 + config.recommendationMarginFraction;
  return (
    estimate && {
      lowerBound: estimate.lowerBound * margin,
      target: estimate.highest * margin,
      upperBound: estimate.upperBound * margin,
    }
  );
}
