import type { ContainerAggregate } from '../../model/aggregate';

const MS_PER_MINUTE = 60_000;

type Counted = Pick<ContainerAggregate, 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'>;

/**
 * How much history there is, in confidence intervals: the smaller of the time between the first and last CPU
 * sample and the number of samples at one a minute; 0 without samples (VPA 1.8, estimator.go, `getConfidence`).
 */
export function confidenceOf(
  { firstSampleMs, lastSampleMs, sampleCount }: Counted,
  intervalMs: number,
): number {
  if (firstSampleMs === undefined || lastSampleMs === undefined) return 0;
  return Math.min((lastSampleMs - firstSampleMs) / intervalMs, sampleCount / (intervalMs / MS_PER_MINUTE));
}

/**
 * Factor 1 + 1/c of the upper bound: with little history it is far up, so that nothing shrinks early (VPA,
 * pkg/recommender/logic, recommender.go).
 */
export function upperFactor(confidence: number): number {
  return 1 + 1 / confidence;
}

/**
 * When the factor of the upper bound comes down to `factor`, if samples go on coming as often as so far: the
 * time at which both ingredients of the confidence c reach 1 / (factor − 1). Unix milliseconds; undefined without
 * samples.
 */
export function narrowedAtMs(
  { firstSampleMs, lastSampleMs, sampleCount }: Counted,
  intervalMs: number,
  factor: number,
): number | undefined {
  if (firstSampleMs === undefined || lastSampleMs === undefined || sampleCount <= 0) return undefined;
  const neededMs = intervalMs / (factor - 1);
  const spanMs = lastSampleMs - firstSampleMs;
  const msPerSample = spanMs > 0 ? spanMs / sampleCount : MS_PER_MINUTE;
  const missing = Math.max(0, neededMs / MS_PER_MINUTE - sampleCount);
  return Math.max(firstSampleMs + neededMs, lastSampleMs + missing * msPerSample);
}

/**
 * Factor (1 + 0.001/c)^−2 of the lower bound: minutes of history bring it near its base (VPA 1.8, pkg/recommender/logic,
 * recommender.go).
 */
export function lowerFactor(confidence: number): number {
  const base = 1 + 0.001 / confidence;
  return 1 / (base * base);
}
