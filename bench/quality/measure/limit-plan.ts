const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the replicas of one container used; a value for each step, NaN where it is not known. */
export interface UsedSteps {
  readonly startMs: number;
  readonly stepMs: number;
  /** Steps before this one only teach. */
  readonly countsFrom: number;
  readonly replicas: readonly ArrayLike<number>[];
}

/** A limit for each step, the same for all replicas. */
export type LimitPlan = Float64Array;

export interface PlanOutcome {
  /** Mean of what is reserved where usage is known, in the unit of the usage. */
  readonly reserved: number;
  /** Share of that time in which usage is above it. */
  readonly short: number;
  /** Rises above it, and hours that it stays there, a container-day; what a replay counts as OOM kills. */
  readonly kills: number;
  /** Changes of the plan a day. */
  readonly changes: number;
}

/** What comes of limits that follow a plan whatever happens. */
export function outcomeOfPlan(plan: LimitPlan, { stepMs, countsFrom, replicas }: UsedSteps): PlanOutcome {
  let [known, reserved, short, kills] = [0, 0, 0, 0];
  for (const used of replicas) {
    let killedMs = Number.NEGATIVE_INFINITY;
    let isOver = false;
    for (let step = countsFrom; step < plan.length; step++) {
      const value = used[step] ?? Number.NaN;
      if (!(value >= 0)) continue;
      const limit = plan[step] ?? 0;
      known++;
      reserved += limit;
      const wasOver = isOver;
      isOver = value > limit;
      if (!isOver) continue;
      short++;
      if (wasOver && step * stepMs - killedMs < HOUR_MS) continue;
      kills++;
      killedMs = step * stepMs;
    }
  }
  let changes = 0;
  for (let step = countsFrom + 1; step < plan.length; step++) if (plan[step] !== plan[step - 1]) changes++;
  const days = ((plan.length - countsFrom) * stepMs) / DAY_MS;
  return {
    reserved: reserved / known,
    short: short / known,
    kills: (kills * DAY_MS) / (known * stepMs),
    changes: changes / days,
  };
}

export type LimitRule = (values: Float64Array) => number;

/** The value that a share of the values does not exceed, by nearest rank; of ascending values. */
export const percentileOf =
  (share: number): LimitRule =>
  (values) =>
    values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

/** The highest value times a factor; of ascending values. */
export const timesPeak =
  (factor: number): LimitRule =>
  (values) =>
    (values.at(-1) ?? 0) * factor;

/** @param everyMs how often people compute the limit anew; once if infinite @param spanMs from how much of the past */
export function recomputedPlan(
  used: UsedSteps,
  steps: number,
  rule: LimitRule,
  { everyMs, spanMs }: { readonly everyMs: number; readonly spanMs: number },
): LimitPlan {
  const plan = new Float64Array(steps);
  const every = Math.round(everyMs / used.stepMs);
  for (let from = used.countsFrom; from < steps; from += every) {
    const since = Math.max(0, from - Math.round(spanMs / used.stepMs));
    plan.fill(rule(sortedIn(used, since, from)), from, Math.min(steps, from + every));
  }
  return plan;
}

/** Known values of all replicas between two steps, ascending. */
export function sortedIn({ replicas }: UsedSteps, from: number, to: number): Float64Array {
  const values: number[] = [];
  for (const used of replicas)
    for (let step = from; step < to; step++) {
      const value = used[step] ?? Number.NaN;
      if (value >= 0) values.push(value);
    }
  return Float64Array.from(values).sort();
}
