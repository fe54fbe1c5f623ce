import * as z from 'zod';

const HOUR_MS = 3_600_000;
/** The longest that an item is dismissed, in hours: 30 days. */
export const LONGEST_DISMISSED_HOURS = 720;
export const LONGEST_DISMISSED_MS = LONGEST_DISMISSED_HOURS * HOUR_MS;
const LONGEST_REASON = 1_000;
const LONGEST_KEY = 1_000;
const LONGEST_NAME = 253;

/** An item, as the inbox names it. */
const item = {
  key: z.string('must be text').min(1, 'must not be empty').max(LONGEST_KEY),
  namespace: z.string().min(1).max(LONGEST_NAME).optional(),
  vpa: z.string().min(1).max(LONGEST_NAME).optional(),
};

/** POST /api/inbox/dismissals: nobody wants to see an item for so many hours. */
export const dismissalSchema = z.strictObject({
  ...item,
  hours: z
    .number('must be a number')
    .int('must be whole hours')
    .min(1, 'must be at least 1 h')
    .max(LONGEST_DISMISSED_HOURS, `must be at most ${LONGEST_DISMISSED_HOURS} h`),
  reason: z
    .string('must be text')
    .trim()
    .min(1, 'is needed')
    .max(LONGEST_REASON, `must have at most ${LONGEST_REASON} characters`),
});
export type DismissalRequest = z.infer<typeof dismissalSchema>;

/** DELETE /api/inbox/dismissals: an item is shown again. */
export const restoreSchema = z.strictObject(item);
export type RestoreRequest = z.infer<typeof restoreSchema>;
