import { z } from 'zod';
import { commonParameters, durationMs, share } from '../parameters';

const HOUR_MS = 3_600_000;
const peakSpanMs = durationMs.describe('The highest usage of so long a time is the peak. Milliseconds.');
const halfLifeMs = durationMs.describe('Age at which a window has half its weight. Milliseconds.');
const lowerBound = share.default(0.6).describe('Percentile of load behind the lower bound, 0 to 1.');

/** The parameters of the window recommender; defaults of Autopilot where it publishes them. */
export const windowParameters = z.strictObject({
  ...commonParameters,
  class: z
    .enum(['serving', 'batch'])
    .default('serving')
    .describe('CPU: serving takes a percentile of load, batch the average.'),
  holdMs: durationMs
    .max(24 * HOUR_MS)
    .default(HOUR_MS)
    .describe('The highest recommendation of so long a time counts. Milliseconds.'),
  cpu: z
    .strictObject({
      target: share.default(0.95).describe('Percentile of load behind the target of serving, 0 to 1.'),
      lowerBound,
      halfLifeMs: halfLifeMs.default(12 * HOUR_MS),
      peakSpanMs: peakSpanMs.default(24 * HOUR_MS),
    })
    .prefault({}),
  memory: z
    .strictObject({
      tolerance: z
        .enum(['minimal', 'low', 'intermediate'])
        .default('low')
        .describe(
          'Of OOM kills: minimal takes the peak, low a percentile of load, intermediate a low one and half the peak.',
        ),
      target: share.default(0.98).describe('Percentile of load behind the target at low tolerance, 0 to 1.'),
      lowerBound,
      halfLifeMs: halfLifeMs.default(48 * HOUR_MS),
      peakSpanMs: peakSpanMs.default(168 * HOUR_MS),
    })
    .prefault({}),
});

export type WindowParameters = z.infer<typeof windowParameters>;
