import { z } from 'zod';
import { commonParameters, durationMs } from '../parameters';

const HOUR_MS = 3_600_000;
const price = z.number().min(0).max(1e6);

const signalParameters = (overrun: number) => ({
  overrun: price.default(overrun).describe('Cost of usage above the limit, w_o.'),
  underrun: price.default(1).describe('Cost of usage below the limit, w_u.'),
});

/** The parameters of the ensemble. Autopilot publishes none of its values; these are ours. */
export const ensembleParameters = z.strictObject({
  ...commonParameters,
  marginFraction: z
    .number()
    .min(0)
    .max(10)
    .default(0.05)
    .describe('Share added to the estimate as a safety margin, on top of the margin of the model.'),
  measure: z
    .enum(['distance', 'count'])
    .default('distance')
    .describe('Runs cost by how far usage is from the limit, or each the same, as published.'),
  halfLivesMs: z
    .array(durationMs)
    .min(1)
    .max(4)
    .default([3 * HOUR_MS, 24 * HOUR_MS, 168 * HOUR_MS])
    .describe('Half-lives of the models, ascending. Milliseconds.'),
  margins: z
    .array(z.number().min(0).max(10))
    .min(1)
    .max(6)
    .default([0, 0.05, 0.1, 0.2])
    .describe('Margins of the models, as shares of their limit, ascending.'),
  limitChange: price
    .default(0.02)
    .describe('Cost of a new limit, w_ΔL; with distances in shares of the mean usage.'),
  modelChange: price
    .default(0.05)
    .describe('Cost of another model, w_Δm; with distances in shares of the mean usage.'),
  costHalfLifeMs: durationMs
    .default(24 * HOUR_MS)
    .describe('Age at which the cost of a window has half its weight. Milliseconds.'),
  cpu: z.strictObject(signalParameters(50)).prefault({}),
  memory: z
    .strictObject({
      ...signalParameters(3),
      peakSpanMs: durationMs
        .max(744 * HOUR_MS)
        .default(96 * HOUR_MS)
        .describe('The highest usage of so long a time is the least to recommend. Milliseconds.'),
      peakMargin: z.number().min(0).max(10).default(0.03).describe('Share added to that peak.'),
    })
    .prefault({}),
});

export type EnsembleParameters = z.infer<typeof ensembleParameters>;
