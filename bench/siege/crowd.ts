/** What those who lay siege do, one after another. */
export const PHASES = ['connections', 'reviews', 'tenant', 'huge', 'everything'] as const;
export type Phase = (typeof PHASES)[number];
