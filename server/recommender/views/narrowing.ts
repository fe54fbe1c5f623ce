import type { EstimationTrace, NarrowingView } from '../../contract/recommendations';
import { narrowedAtMs, upperFactor } from '../../decide/estimators/confidence';
import type { ContainerAggregate } from '../../model/aggregate';

const MS_PER_MINUTE = 60_000;

/** The factors of the upper bound that people ask about. */
const FACTORS = [2, 1.5, 1.1] as const;

/**
 * How little history widens the upper bound of one resource now, and when it widens it less; undefined without
 * samples, and for a recommender whose upper bound does not depend on them. The confidence is taken from the trace,
 * since recommenders and their parameters have different intervals.
 */
export function narrowingOf(
  history: Pick<ContainerAggregate, 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'>,
  trace: EstimationTrace | undefined,
): NarrowingView | undefined {
  const confidence = trace?.steps.find(({ step }) => step === 'confidence')?.by;
  const { firstSampleMs, lastSampleMs, sampleCount } = history;
  if (!confidence || firstSampleMs === undefined || lastSampleMs === undefined) return undefined;
  const intervalMs = Math.min(lastSampleMs - firstSampleMs, sampleCount * MS_PER_MINUTE) / confidence;
  return {
    confidence,
    intervalMs,
    factor: upperFactor(confidence),
    steps: FACTORS.map((factor) =>
      confidence * (factor - 1) >= 1
        ? { factor }
        : { factor, atMs: narrowedAtMs(history, intervalMs, factor) },
    ),
  };
}
