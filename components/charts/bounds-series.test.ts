import { describe, expect, it } from 'vitest';
import { boundsSeries } from './bounds-series';

const STEP_MS = 60_000;

const point = (step: number, upperBound: number) => ({
  atMs: step * STEP_MS,
  cpu: { target: 200, lowerBound: 100, upperBound, request: 500, usageMean: 150, usageMax: 180 },
  memory: {},
});

function seriesOf(points: ReturnType<typeof point>[]) {
  return boundsSeries(
    { fromMs: 0, toMs: 60 * STEP_MS, stepMs: STEP_MS, gapMs: 5 * STEP_MS, points, recommenders: [] },
    'cpu',
  );
}

describe('bounds over time', () => {
  it('are drawn only if something is known', () => {
    expect(seriesOf([])).toBeUndefined();
    expect(
      boundsSeries(
        { fromMs: 0, toMs: 1, stepMs: 1, gapMs: 5, points: [point(0, 300)], recommenders: [] },
        'memory',
      ),
    ).toBeUndefined();
    expect(seriesOf([point(0, 300)])?.rows).toHaveLength(1);
  });

  it('cut a sky-high upper bound off at the top of the axis', () => {
    const series = seriesOf([point(0, 1e14), point(1, 400)]);
    expect(series?.valueTicks.at(-1)).toBe(600);
    expect(series?.rows[0]).toMatchObject({ band: [100, 600], upperBound: 1e14, usage: 150, usageMax: 180 });
    expect(series?.rows[1]).toMatchObject({ band: [100, 400] });
    expect(series?.beyond).toBe('at-first');
    expect(seriesOf([point(0, 1e14), point(1, 9000)])?.beyond).toBe('now');
    expect(seriesOf([point(0, 300), point(1, 300)])?.beyond).toBe('never');
  });

  it('let the newest upper bound stretch the axis only a little', () => {
    expect(seriesOf([point(0, 900), point(1, 700)])?.valueTicks.at(-1)).toBe(800);
    expect(seriesOf([point(0, 9000), point(1, 9000)])?.valueTicks.at(-1)).toBe(1000);
  });

  it('show what the target would be without its cap, and the limit where it fits the axis', () => {
    const capped = { ...point(0, 300), cpu: { ...point(0, 300).cpu, uncappedTarget: 350, limit: 400 } };
    const free = { ...point(1, 300), cpu: { ...point(1, 300).cpu, uncappedTarget: 200, limit: 9000 } };
    const series = seriesOf([capped, free]);
    expect(series).toMatchObject({ hasCap: true, hasLimit: true });
    expect(series?.rows.map(({ uncapped }) => uncapped)).toEqual([350, undefined]);
    expect(seriesOf([free])).toMatchObject({ hasCap: false, hasLimit: false });
  });

  it('have the target of a limit as a line of its own, within the axis', () => {
    const limited = (limitTarget: number) => [
      { ...point(0, 300), memory: { ...point(0, 300).cpu, limitTarget } },
    ];
    const seriesWith = (limitTarget: number) =>
      boundsSeries(
        {
          fromMs: 0,
          toMs: 60 * STEP_MS,
          stepMs: STEP_MS,
          gapMs: 5 * STEP_MS,
          points: limited(limitTarget),
          recommenders: [],
        },
        'memory',
      );
    const near = seriesWith(900);
    expect(near?.rows[0]).toMatchObject({ target: 200, request: 500, limitTarget: 900 });
    expect(near?.hasLimitTarget).toBe(true);
    expect(near?.valueTicks.at(-1)).toBeGreaterThanOrEqual(900);
    const far = seriesWith(90_000);
    expect(far?.hasLimitTarget).toBe(false);
    expect(far?.valueTicks.at(-1)).toBeLessThan(2000);
    expect(seriesOf([point(0, 300)])?.hasLimitTarget).toBe(false);
  });

  it('draw no line across a gap', () => {
    const series = seriesOf([point(0, 300), point(1, 300), point(6, 300), point(12, 300)]);
    expect(series?.rows.map(({ atMs, target }) => [atMs / STEP_MS, target])).toEqual([
      [0, 200],
      [1, 200],
      [6, 200],
      [7, undefined],
      [12, 200],
    ]);
  });
});
