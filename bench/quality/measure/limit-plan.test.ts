import { describe, expect, it } from 'vitest';
import { outcomeOfPlan, percentileOf, recomputedPlan, timesPeak, type UsedSteps } from './limit-plan';
import { oraclePlan } from './oracle';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FOREVER = Number.POSITIVE_INFINITY;

function hours(values: readonly number[], countsFrom = 0): UsedSteps {
  return { startMs: 0, stepMs: HOUR_MS, countsFrom, replicas: [values] };
}

const constant = (limit: number, steps: number) => new Float64Array(steps).fill(limit);

describe('limits that follow a plan', () => {
  it('reserve their mean, and are short where usage is above', () => {
    const outcome = outcomeOfPlan(Float64Array.of(2, 2, 4, 4), hours([1, 3, 3, 5]));
    expect(outcome).toEqual({ reserved: 3, short: 0.5, kills: 12, changes: 6 });
  });

  it('kill once when usage rises above, and once more for each hour that it stays there', () => {
    const used = {
      startMs: 0,
      stepMs: HOUR_MS / 4,
      countsFrom: 0,
      replicas: [[1, 3, 3, 3, 3, 3, 1, 3, 1, 1, 1, 1]],
    };
    // At steps 1, 5 and 7, of three hours.
    expect(outcomeOfPlan(constant(2, 12), used).kills).toBeCloseTo(24);
  });

  it('know nothing of steps without a sample, nor of those that only teach', () => {
    const outcome = outcomeOfPlan(constant(2, 4), hours([9, 1, Number.NaN, 3], 1));
    expect(outcome).toMatchObject({ reserved: 2, short: 0.5 });
  });
});

describe('what people do instead', () => {
  const used = hours([1, 2, 3, 4, 9, 1, 1, 1], 4);

  it('is a limit of 1.5 times the peak seen so far', () => {
    const plan = recomputedPlan(used, 8, timesPeak(1.5), { everyMs: FOREVER, spanMs: FOREVER });
    expect([...plan.slice(4)]).toEqual([6, 6, 6, 6]);
  });

  it('is a percentile of the past, computed anew now and then', () => {
    const plan = recomputedPlan(used, 8, percentileOf(0.75), { everyMs: 2 * HOUR_MS, spanMs: 4 * HOUR_MS });
    // Of 1, 2, 3, 4; then of 3, 4, 9, 1.
    expect([...plan.slice(4)]).toEqual([3, 3, 4, 4]);
  });
});

describe('the oracle', () => {
  // Two days of four values.
  const used = { startMs: 0, stepMs: DAY_MS / 4, countsFrom: 0, replicas: [[1, 1, 1, 8, 2, 2, 5, 6]] };

  it('reserves the peak of each window where nothing may be short', () => {
    expect([...oraclePlan(used, 8, FOREVER, 0)]).toEqual(Array(8).fill(8));
    expect([...oraclePlan(used, 8, DAY_MS, 0)]).toEqual([8, 8, 8, 8, 6, 6, 6, 6]);
  });

  it('is short where that saves most', () => {
    // One of eight values: the 8 of the first day saves 7 · 4, the 6 of the second 1 · 4.
    expect([...oraclePlan(used, 8, DAY_MS, 1 / 8)]).toEqual([1, 1, 1, 1, 6, 6, 6, 6]);
  });

  it('never reserves more with shorter windows, nor is short for longer than it may', () => {
    const values = Array.from({ length: 480 }, (_, index) => 10 + ((index * 7919) % 97) + (index % 24));
    const series = hours(values);
    for (const short of [0, 0.01, 0.05, 0.2]) {
      const outcomes = [FOREVER, DAY_MS, HOUR_MS].map((windowMs) =>
        outcomeOfPlan(oraclePlan(series, values.length, windowMs, short), series),
      );
      for (const outcome of outcomes) expect(outcome.short).toBeLessThanOrEqual(short);
      const [always = 0, daily = 0, hourly = 0] = outcomes.map(({ reserved }) => reserved);
      expect(daily).toBeLessThanOrEqual(always);
      expect(hourly).toBeLessThanOrEqual(daily);
    }
  });
});
