import * as z from 'zod';
import type { EstimationSettings } from '../../settings';
import { durationMs, share } from '../parameters';

const DAY_MS = 86_400_000;

const resourceParameters = z.strictObject({
  lowerBound: share.default(0.5).describe('Percentile of usage behind the lower bound, 0 to 1.'),
  target: share.default(0.9).describe('Percentile of usage behind the target, 0 to 1.'),
  upperBound: share.default(0.95).describe('Percentile of usage behind the upper bound, 0 to 1.'),
  confidenceIntervalMs: durationMs
    .default(DAY_MS)
    .describe('History after which bounds are narrow; with half of it they are twice as wide. Milliseconds.'),
  halfLifeMs: durationMs.default(DAY_MS).describe('Age at which a sample has half its weight. Milliseconds.'),
});

export const percentileParameters = z.strictObject({
  marginFraction: z.number().min(0).default(0.15).describe('Share added to the estimate as a safety margin.'),
  lastBucketStart: z.boolean().default(false).meta({
    title: 'Last bucket as its start',
    description:
      'Takes usage above 1,000 cores or 1 TB for just that, as the upstream does, not for what was seen.',
  }),
  cpu: resourceParameters.prefault({}),
  memory: resourceParameters.prefault({}),
});

export type PercentileParameters = z.infer<typeof percentileParameters>;

/** The parameters in the settings that the upstream VPA has too. */
export function parametersFrom(config: EstimationSettings): PercentileParameters {
  return {
    marginFraction: config.recommendationMarginFraction,
    lastBucketStart: config.lastBucketStart,
    cpu: {
      lowerBound: config.recommendationLowerBoundCpuPercentile,
      target: config.targetCpuPercentile,
      upperBound: config.recommendationUpperBoundCpuPercentile,
      confidenceIntervalMs: config.confidenceIntervalCpuMs,
      halfLifeMs: config.cpuHistogramDecayHalfLifeMs,
    },
    memory: {
      lowerBound: config.recommendationLowerBoundMemoryPercentile,
      target: config.targetMemoryPercentile,
      upperBound: config.recommendationUpperBoundMemoryPercentile,
      confidenceIntervalMs: config.confidenceIntervalMemoryMs,
      halfLifeMs: config.memoryHistogramDecayHalfLifeMs,
    },
  };
}
