const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A resolution of the past: steps of `stepMs`, stored in blocks of `blockMs`. */
export interface Tier {
  readonly number: number;
  readonly stepMs: number;
  readonly blockMs: number;
  /** Maximum retention; the coarsest two are kept as long as the settings say. */
  readonly keptMs: number;
}

/** Finest first. A block of one is made from points of the one before. */
export const TIERS = [
  { number: 0, stepMs: MINUTE_MS, blockMs: HOUR_MS, keptMs: DAY_MS },
  { number: 1, stepMs: 5 * MINUTE_MS, blockMs: DAY_MS, keptMs: 8 * DAY_MS },
  { number: 2, stepMs: HOUR_MS, blockMs: 10 * DAY_MS, keptMs: Infinity },
  { number: 3, stepMs: DAY_MS, blockMs: 360 * DAY_MS, keptMs: Infinity },
] as const satisfies readonly Tier[];

export const FINEST: Tier = TIERS[0];

/** The start of the block that contains `atMs`, Unix ms. */
export function blockStart({ blockMs }: Tier, atMs: number): number {
  return Math.floor(atMs / blockMs) * blockMs;
}

export function slotsOf({ stepMs, blockMs }: Tier): number {
  return blockMs / stepMs;
}

/** The finest tier that still has everything since `fromMs`, or the coarsest. */
export function tierFor(fromMs: number, nowMs: number): Tier {
  return TIERS.find(({ keptMs }) => nowMs - fromMs <= keptMs) ?? TIERS[3];
}

const HOURS: Tier = TIERS[2];
const DAYS: Tier = TIERS[3];
/** A longer span is told in days. */
const MOST_IN_HOURS_MS = 16 * DAY_MS;

/** The tier in which many containers are read over a span: two or three blocks of each. */
export function wideTier({ fromMs, toMs }: { fromMs: number; toMs: number }): Tier {
  return toMs - fromMs > MOST_IN_HOURS_MS ? DAYS : HOURS;
}
