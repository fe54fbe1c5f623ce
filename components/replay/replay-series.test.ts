import { describe, expect, it } from 'vitest';
import type { ReplayChartView } from '@/server/contract/replays';
import { chartLane, firstShown, replaySeries } from './replay-series';

const chart: ReplayChartView = {
  fromMs: 1000,
  stepMs: 10,
  steps: 4,
  countsFromMs: 1010,
  toMs: 1040,
  containers: [
    {
      name: 'app',
      cpu: { mean: [100, null, 120, 90], max: [110, null, 150, 95] },
      memory: { mean: [null, null, null, null], max: [null, null, null, null] },
    },
  ],
  variants: [
    {
      name: 'as now',
      figures: { cost: 5 },
      containers: [{ name: 'app', cpu: [{ atMs: 1000, request: 200, limit: 400 }], memory: [] }],
      marks: [
        { kind: 'oom', atMs: 1020, times: 2 },
        { kind: 'evict', atMs: 990, times: 1 },
      ],
    },
    {
      name: 'adaptive',
      figures: { cost: 3 },
      containers: [
        {
          name: 'app',
          cpu: [
            { atMs: 1000, request: 200, limit: 100_000 },
            { atMs: 1025, request: 150 },
          ],
          memory: [],
        },
      ],
      marks: [],
    },
    { name: 'mean', figures: { cost: 4 }, containers: [], marks: [] },
  ],
};

describe('the series of a replay', () => {
  const series = replaySeries(chart, { container: 'app', resource: 'cpu', shown: [1, 2] });

  it('has usage and the amounts in force in each step', () => {
    expect(series?.rows).toEqual([
      { atMs: 1000, usage: 100, usageMax: 110, request1: 200, limit1: 400, request2: 200, limit2: 100_000 },
      { atMs: 1010, request1: 200, limit1: 400, request2: 200, limit2: 100_000 },
      { atMs: 1020, usage: 120, usageMax: 150, request1: 200, limit1: 400, request2: 150 },
      { atMs: 1030, usage: 90, usageMax: 95, request1: 200, limit1: 400, request2: 150 },
    ]);
  });

  it('fits usage and requests, and cuts limits far above them', () => {
    expect(series?.valueTicks.at(-1)).toBeGreaterThanOrEqual(400);
    expect(series?.valueTicks.at(-1)).toBeLessThan(1000);
    expect(series?.cut).toEqual([2]);
  });

  it('is nothing if nothing is known', () => {
    expect(replaySeries(chart, { container: 'app', resource: 'memory', shown: [1, 2, 3] })).toBeUndefined();
    expect(replaySeries(chart, { container: 'other', resource: 'cpu', shown: [1] })).toBeUndefined();
  });
});

it('places what happened along the time, never outside', () => {
  expect(chartLane(chart, 1).map(({ kind, share }) => [kind, share])).toEqual([
    ['oom', 0.5],
    ['evict', 0],
  ]);
  expect(chartLane(chart, 9)).toEqual([]);
});

it('shows the policy as it is and the cheapest other at first', () => {
  expect(firstShown(chart)).toEqual([1, 2]);
  expect(firstShown({ variants: chart.variants.slice(0, 1) })).toEqual([1]);
  expect(firstShown(chart, 'mean')).toEqual([1, 3]);
});
