import type { BoundAmounts } from '@/server/decide/estimators/estimator';
import { estimateSignal } from '@/server/decide/estimators/signals/estimate-signal';
import type { SignalHistory } from '@/server/decide/estimators/signals/signal-history';
import { type OtherSignal, RSS_SIGNAL } from '@/server/model/other-signals';
import type { Unfollowed } from '../../contract/signals';
import type { RecommenderSettings } from '../settings';
import type { VpaSignals } from './signal-store';

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

/** The same of what was learned live; why nothing counts where its past is not all there. */
export function knownRss(
  learned: VpaSignals | undefined,
  container: string,
  {
    signals,
    nowMs,
    config,
  }: { signals: readonly OtherSignal[]; nowMs: number; config: Parameters<typeof rssAmounts>[2] },
): BoundAmounts | Unfollowed {
  const index = signals.findIndex(({ name }) => name === RSS_SIGNAL);
  if (!learned) return 'loading';
  const fault = learned.pastFault(index, nowMs);
  if (fault) return fault;
  const [signal, history] = [signals[index], learned.historyOf(container, index)];
  return (signal && history && rssAmounts(signal, history, config)) ?? 'no-samples';
}
