import { type LimitPlan, sortedIn, type UsedSteps } from './limit-plan';

const ROUNDS = 60;

/** Ascending values of one window, and where it lies. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly values: Float64Array;
}

/**
 * The least that can be reserved by who knows the future, with one limit for each window and at most a share of the
 * time above it: of all windows the cheapest limits at one price of a value above (Lagrange), the lowest price that
 * keeps the share.
 * @param windowMs infinite: one limit for all of the time
 */
export function oraclePlan(used: UsedSteps, steps: number, windowMs: number, short: number): LimitPlan {
  const windows = windowsOf(used, steps, windowMs);
  const total = windows.reduce((sum, { values }) => sum + values.length, 0);
  const most = Math.floor(short * total + 1e-9);
  const indicesAt = (price: number) => windows.map(({ values }) => cheapestIndex(values, price));
  const aboveAt = (indices: readonly number[]) =>
    windows.reduce((sum, { values }, at) => sum + values.length - 1 - (indices[at] ?? 0), 0);
  const highest = Math.max(...windows.map(({ values }) => values.at(-1) ?? 0));
  let [low, high] = [0, 2 * (highest + 1) * Math.max(...windows.map(({ values }) => values.length))];
  for (let round = 0; round < ROUNDS; round++) {
    const price = (low + high) / 2;
    if (aboveAt(indicesAt(price)) > most) low = price;
    else high = price;
  }
  const indices = indicesAt(high);
  spend(windows, indices, most - aboveAt(indices));
  const plan = new Float64Array(steps);
  for (const [at, { from, to, values }] of windows.entries())
    plan.fill(values[indices[at] ?? 0] ?? 0, from, to);
  return plan;
}

function windowsOf(used: UsedSteps, steps: number, windowMs: number): Window[] {
  const length = Math.max(1, Math.min(steps, Math.round(windowMs / used.stepMs)));
  const windows: Window[] = [];
  for (let from = used.countsFrom; from < steps; from += length) {
    const to = Math.min(steps, from + length);
    const values = sortedIn(used, from, to);
    if (values.length > 0) windows.push({ from, to, values });
  }
  return windows;
}

/** The limit of least cost: what it reserves over the window, and the price of each value above it. */
function cheapestIndex(values: Float64Array, price: number): number {
  let best = values.length - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let index = values.length - 1; index >= 0; index--) {
    const cost = (values[index] ?? 0) * values.length + price * (values.length - 1 - index);
    if (cost >= least) continue;
    least = cost;
    best = index;
  }
  return best;
}

/** What is left of the share: one value after the other, where it saves most. */
function spend(windows: readonly Window[], indices: number[], left: number): void {
  for (let spent = 0; spent < left; spent++) {
    let [best, most] = [-1, 0];
    for (const [at, { values }] of windows.entries()) {
      const index = indices[at] ?? 0;
      const saved = ((values[index] ?? 0) - (values[index - 1] ?? Number.POSITIVE_INFINITY)) * values.length;
      if (saved > most) [best, most] = [at, saved];
    }
    if (best < 0) return;
    indices[best] = (indices[best] ?? 0) - 1;
  }
}
