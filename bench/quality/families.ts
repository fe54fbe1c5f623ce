import type { Config } from '@/server/config';
import type { RecommenderName } from '@/server/decide/estimators/recommenders';

/** Parameters as in the annotation of a VPA; none: as it comes. */
export type Parameters = Readonly<Record<string, unknown>>;

const AS_IT_COMES: Parameters = {};

const byPercentile = (target: number, marginFraction: number): Parameters => {
  const own = { target, lowerBound: Math.min(0.5, target), upperBound: Math.max(0.95, target) };
  return { marginFraction, cpu: own, memory: own };
};

/** How the upstream's updater acts, by its own flags: see docs/differences.md. */
const AS_UPSTREAM: Partial<Config> = {
  changesADay: 0,
  nodeGuard: 0,
  ageOfRequests: false,
  changeMargin: 0,
  loweringWindowMs: 0,
  urgentChanges: false,
  lowerUnderPressure: true,
  leastHistoryMs: 0,
  warmUpMs: 0,
  loopBreakerMisses: 0,
  leakLifeMs: 0,
};

/** How a recommender is made to reserve less or more: its parameter family, from little to much. */
interface Family {
  readonly recommender: RecommenderName;
  readonly title: string;
  readonly members: readonly Parameters[];
  /** The member with no more than what the family is about. */
  readonly usual: number;
  readonly settings?: Partial<Config>;
}

export const FAMILIES = {
  /** What all are measured against. */
  upstream: {
    recommender: 'default',
    title: "`default`, upstream's updater",
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
    settings: AS_UPSTREAM,
  },
  default: { recommender: 'default', title: '`default`', members: [AS_IT_COMES], usual: 0 },
  adaptive: { recommender: 'adaptive', title: '`adaptive`', members: [AS_IT_COMES], usual: 0 },
  'adaptive-close': {
    recommender: 'adaptive',
    title: '`adaptive`, `pace: close`',
    members: [{ pace: 'close' }],
    usual: 0,
  },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;

export const FAMILY_NAMES = Object.keys(FAMILIES) as readonly FamilyName[];

export const YARDSTICK: FamilyName = 'upstream';
