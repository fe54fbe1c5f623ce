import { expect, it } from 'vitest';
import type { PastView } from '@/server/contract/past';
import { confidenceSeries } from './confidence-series';

const DAY_MS = 24 * 3_600_000;
const point = (day: number, confidence: number, upper = 200): PastView['points'][number] => ({
  atMs: day * DAY_MS,
  confidence,
  cpu: { target: 100, lowerBound: 90, upperBound: upper },
  memory: { target: 0, upperBound: 5 },
});
const seriesOf = (points: PastView['points'], marks: PastView['marks'] = []) =>
  confidenceSeries({ points, marks, stepMs: DAY_MS, gapMs: 2 * DAY_MS, toMs: 9 * DAY_MS });

it('has the history that counts, and bounds in multiples of their target', () => {
  const series = seriesOf([point(1, 1), point(2, 2, 150)]);
  expect(series).toMatchObject({ fromMs: DAY_MS, toMs: 9 * DAY_MS, resets: [], top: 2, isCut: false });
  expect(series?.rows).toEqual([
    { atMs: DAY_MS, days: 1, cpuUpper: 2, cpuLower: 0.9 },
    { atMs: 2 * DAY_MS, days: 2, cpuUpper: 1.5, cpuLower: 0.9 },
  ]);
});

it('marks where history began anew, and by what', () => {
  const atMs = 4.5 * DAY_MS;
  const chosen: PastView['marks'][number] = {
    kind: 'recommender',
    detail: 'adaptive',
    times: 1,
    pods: [],
    record: 'none',
    atMs,
    lastMs: atMs,
  };
  const points = [point(1, 1), point(2, 2), point(3, 0.5), point(4, 1.5), point(5, 0.2)];
  expect(seriesOf(points, [chosen])?.resets).toEqual([
    { atMs: 3 * DAY_MS, why: 'the history began anew' },
    { atMs: 5 * DAY_MS, why: 'another recommender: adaptive' },
  ]);
});

it('cuts young bounds off, and leaves a gap where nothing is known', () => {
  const series = seriesOf([point(1, 0.01, 10_000), point(6, 5)]);
  expect(series).toMatchObject({ top: 4, isCut: true });
  expect(series?.rows.map(({ atMs, days }) => [atMs / DAY_MS, days])).toEqual([
    [1, 0.01],
    [2, undefined],
    [6, 5],
  ]);
});

it('is not drawn of less than two points', () => {
  expect(seriesOf([point(1, 1)])).toBeUndefined();
  expect(seriesOf([])).toBeUndefined();
});
