import type { RecommenderName } from '@/server/estimators/recommenders';

/** Parameters as in the annotation of a VPA; none: as it comes. */
export type Parameters = Readonly<Record<string, unknown>>;

const AS_IT_COMES: Parameters = {};

const byPercentile = (target: number, marginFraction: number): Parameters => {
  const own = { target, lowerBound: Math.min(0.5, target), upperBound: Math.max(0.95, target) };
  return { marginFraction, cpu: own, memory: own };
};
const byShortage = (shortagePrice: number, peakMargin: number): Parameters => ({
  shortagePrice,
  memory: { peakMargin },
});

/** How each recommender is made to reserve less or more: its parameter family, from little to much. */
export const FAMILIES: Readonly<Record<RecommenderName, readonly Parameters[]>> = {
  default: [
    byPercentile(0.5, 0),
    byPercentile(0.7, 0.05),
    byPercentile(0.8, 0.1),
    AS_IT_COMES,
    byPercentile(0.95, 0.15),
    byPercentile(0.98, 0.15),
    byPercentile(0.99, 0.3),
    byPercentile(1, 0.5),
    byPercentile(1, 1),
  ],
  adaptive: [byShortage(5, 0), byShortage(15, 0.08), AS_IT_COMES, byShortage(120, 0.3), byShortage(500, 0.6)],
  mean: [
    { marginFraction: 0 },
    AS_IT_COMES,
    { marginFraction: 0.5 },
    { marginFraction: 1 },
    { marginFraction: 2 },
  ],
};
