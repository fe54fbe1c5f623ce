import * as z from 'zod';

/** Workloads chosen at once. */
export const MOST_CHOSEN = 10_000;
const LONGEST_KEY = 600;

/** The rows of a list that were chosen, by their keys. */
export const chosenSchema = z.strictObject({
  only: z.array(z.string().max(LONGEST_KEY)).min(1, 'names no workload').max(MOST_CHOSEN),
});
