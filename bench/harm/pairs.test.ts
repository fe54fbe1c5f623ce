import { expect, it } from 'vitest';
import { halfInterval, worseInPairs } from './pairs';
import type { Harm } from './tally';

const harm = (own: Partial<Harm> = {}): Harm => ({
  evictions: 0,
  kubeletEvictions: 0,
  preempted: 0,
  heldMinutes: 0,
  kills: 0,
  throttledHours: 0,
  missingHours: 0,
  awayHours: 0,
  ...own,
});
const killed = (more: readonly number[]) =>
  worseInPairs(
    more.map((kills, index) => [harm({ kills: 10 * index }), harm({ kills: 10 * index + kills })]),
  );

it('tells the 95 % interval of a mean by Student, and none of one value', () => {
  // 4.303 · 1 / √3, 2.262 · 3.0277 / √10, each from a table of t.
  expect(halfInterval([1, 2, 3])).toBeCloseTo(2.484, 1);
  expect(halfInterval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBeCloseTo(2.166, 2);
  expect(halfInterval([1])).toBe(Number.POSITIVE_INFINITY);
});

it('names what is worse from the same starts beyond its interval', () => {
  expect(killed([3, 4, 3, 4])).toEqual(['kills']);
  expect(killed([-9, 14, -8, 13])).toEqual([]);
  expect(killed([-3, -4, -3])).toEqual([]);
});

it('lets one pair say it by itself', () => {
  expect(killed([1])).toEqual(['kills']);
  expect(killed([0])).toEqual([]);
});
