import { z } from 'zod';
import { commonParameters, durationMs } from '../parameters';

const HOUR_MS = 3_600_000;

/** The parameters of the mean recommender. */
export const meanParameters = z.strictObject({
  ...commonParameters,
  runs: z.int().min(1).max(32).default(20).describe('How many of the newest runs count.'),
  endsAfterMs: durationMs
    .default(HOUR_MS / 4)
    .describe('A run without samples for so long has ended. Milliseconds.'),
  longestRunMs: durationMs
    .default(24 * HOUR_MS)
    .describe('A run that lasts longer counts as the next run. Milliseconds.'),
});

export type MeanParameters = z.infer<typeof meanParameters>;
