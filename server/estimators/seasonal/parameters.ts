import { z } from 'zod';
import { commonParameters, durationMs, share } from '../parameters';

const HOUR_MS = 3_600_000;

/** The parameters of the seasonal recommender. */
export const seasonalParameters = z.strictObject({
  ...commonParameters,
  horizonMs: durationMs
    .max(24 * HOUR_MS)
    .default(2 * HOUR_MS)
    .describe('How far ahead a recommendation must hold. Milliseconds.'),
  periods: z.int().min(1).max(14).default(4).describe('Of how many past periods the highest counts.'),
  cpuPercentile: share.default(0.95).describe('Percentile of CPU samples in half an hour, 0 to 1.'),
  strength: share
    .default(0.3)
    .describe('Least autocorrelation of a period, 0 to 1; a weaker one counts as none.'),
});

export type SeasonalParameters = z.infer<typeof seasonalParameters>;
