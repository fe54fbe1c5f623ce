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
