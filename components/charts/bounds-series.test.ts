import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '@/server/recommender/views';
import { boundsSeries } from './bounds-series';

const point = (atMs: number, upperBound: number): HistoryPoint => ({
  atMs,
  confidence: 0.1,
  cpu: { target: 200, lowerBound: 100, upperBound, request: 500, usage: 150 },
  memory: {},
});

describe('bounds over time', () => {
  it('need two points to be drawn', () => {
    expect(boundsSeries([], 'cpu')).toBeUndefined();
    expect(boundsSeries([point(0, 300)], 'cpu')).toBeUndefined();
  });

  it('cut a huge upper bound off at the top of the axis', () => {
    const series = boundsSeries([point(0, 1e14), point(60_000, 400)], 'cpu');
    expect(series?.valueTicks.at(-1)).toBe(600);
    expect(series?.rows[0]).toMatchObject({ band: [100, 600], upperBound: 1e14 });
    expect(series?.rows[1]).toMatchObject({ band: [100, 400] });
    expect(series?.beyond).toBe('at-first');
    expect(boundsSeries([point(0, 1e14), point(1, 9000)], 'cpu')?.beyond).toBe('now');
    expect(boundsSeries([point(0, 300), point(1, 300)], 'cpu')?.beyond).toBe('never');
  });

  it('let the newest upper bound stretch the axis only a little', () => {
    expect(boundsSeries([point(0, 900), point(1, 700)], 'cpu')?.valueTicks.at(-1)).toBe(800);
    expect(boundsSeries([point(0, 9000), point(1, 9000)], 'cpu')?.valueTicks.at(-1)).toBe(1000);
  });

  it('leave gaps where nothing was known', () => {
    const series = boundsSeries(
      [point(0, 300), { atMs: 1, confidence: 0, cpu: { usage: 10 }, memory: {} }],
      'cpu',
    );
    expect(series?.rows[1]).toEqual({ atMs: 1, usage: 10, upperBound: undefined });
  });
});
