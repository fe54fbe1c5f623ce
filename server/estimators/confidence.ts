import type { ContainerAggregate } from '../model/aggregate';

const MS_PER_MINUTE = 60_000;

/**
 * How much history there is, in confidence intervals: the smaller of the time between the first and last CPU
 * sample and the number of samples at one a minute. 0 without samples.
 */
export function confidenceOf(
  {
    firstSampleMs,
    lastSampleMs,
    sampleCount,
  }: Pick<ContainerAggregate, 'firstSampleMs' | 'lastSampleMs' | 'sampleCount'>,
  intervalMs: number,
): number {
  if (firstSampleMs === undefined || lastSampleMs === undefined) return 0;
  return Math.min((lastSampleMs - firstSampleMs) / intervalMs, sampleCount / (intervalMs / MS_PER_MINUTE));
}

/** Factor 1 + 1/c of the upper bound: with little history it is far up, so that nothing shrinks early. */
export function upperFactor(confidence: number): number {
  return 1 + 1 / confidence;
}

/** Factor (1 + 0.001/c)^−2 of the lower bound: minutes of history bring it near its base. */
export function lowerFactor(confidence: number): number {
  const base = 1 + 0.001 / confidence;
  return 1 / (base * base);
}
