/** What those who lay siege do, one after another. */
export const PHASES = ['connections', 'reviews', 'tenant', 'huge', 'everything'] as const;
export type Phase = (typeof PHASES)[number];

/** How often they did what, so far. */
export interface Attempts {
  connections: number;
  reviews: number;
  objects: number;
}
