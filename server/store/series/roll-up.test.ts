import { describe, expect, it } from 'vitest';
import type { SeriesPoint } from './point';
import { rollUp } from './roll-up';

const MINUTE_MS = 60_000;
const used = (minute: number, mean: number, max = mean, p95 = mean): SeriesPoint => ({
  atMs: minute * MINUTE_MS,
  replicas: minute,
  cpu: { usageMean: mean, usageP95: p95, usageMax: max, request: minute < 3 ? 250 : 500 },
  memory: {},
});

describe('rolling up', () => {
  it('takes the mean of the means, the largest maximum, and the last values of the step', () => {
    // Means 10, 20, 60: 90 / 3 = 30. The 95th percentile of 3 values by nearest rank is the 3rd.
    const [step, ...others] = rollUp([used(0, 10), used(1, 20, 99, 25), used(4, 60, 70, 65)], 5 * MINUTE_MS);
    expect(others).toEqual([]);
    expect(step).toEqual({
      atMs: 0,
      replicas: 4,
      cpu: { usageMean: 30, usageP95: 65, usageMax: 99, request: 500 },
      memory: {},
    });
  });

  it('takes the 19th of 20 values as their 95th percentile', () => {
    const points = Array.from({ length: 20 }, (_, minute) => used(minute, minute + 1));
    expect(rollUp(points, 20 * MINUTE_MS)[0]?.cpu.usageP95).toBe(19);
  });

  it('leaves out a step without data', () => {
    const rolled = rollUp([used(0, 10), used(12, 20)], 5 * MINUTE_MS);
    expect(rolled.map(({ atMs }) => atMs / MINUTE_MS)).toEqual([0, 10]);
  });

  it('in two stages keeps maximum, last values and, if steps are full, the mean', () => {
    const points = Array.from({ length: 60 }, (_, minute) => used(minute, (minute * 37) % 23));
    const [twice] = rollUp(rollUp(points, 5 * MINUTE_MS), 60 * MINUTE_MS);
    const [once] = rollUp(points, 60 * MINUTE_MS);
    expect(twice?.cpu.usageMean).toBeCloseTo(once?.cpu.usageMean ?? 0, 9);
    expect([twice?.cpu.usageMax, twice?.cpu.request, twice?.replicas]).toEqual([22, 500, 59]);
  });
});
