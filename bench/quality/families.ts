import type { RecommenderName } from '@/server/decide/estimators/recommenders';

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

const IN_ALL = [
  byShortage(5, 0),
  byShortage(15, 0.08),
  AS_IT_COMES,
  byShortage(120, 0.3),
  byShortage(500, 0.6),
] as const;

/** How a recommender is made to reserve less or more: its parameter family, from little to much. */
interface Family {
  readonly recommender: RecommenderName;
  readonly title: string;
  readonly members: readonly Parameters[];
  /** The member with no more than what the family is about. */
  readonly usual: number;
}

export const FAMILIES = {
  default: {
    recommender: 'default',
    title: '`default`',
    members: [
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
    usual: 3,
  },
  adaptive: { recommender: 'adaptive', title: '`adaptive`', members: IN_ALL, usual: 2 },
  /** Its experts may ask for half again what `default` would; prices at which pods change about as often. */
  'adaptive-open': {
    recommender: 'adaptive',
    title: '`adaptive`, gate open',
    members: IN_ALL.map((parameters) => ({
      ceiling: 1.5,
      shortagePrice: 45,
      changePrice: 0.8,
      ...parameters,
    })),
    usual: 2,
  },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;

export const FAMILY_NAMES = Object.keys(FAMILIES) as readonly FamilyName[];
