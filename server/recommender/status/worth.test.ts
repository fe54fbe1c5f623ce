import { describe, expect, it } from 'vitest';
import type { VpaStatus } from '@/server/objects/vpa-types';
import { statusRankOf, worthOf } from './worth';

const status = (lower: string, target: string, upper: string, containerName = 'app'): VpaStatus => ({
  recommendation: {
    containerRecommendations: [
      { containerName, lowerBound: { cpu: lower }, target: { cpu: target }, upperBound: { cpu: upper } },
    ],
  },
});
const requesting = (cpu: string) => (_: string, resource: string) => new Set(resource === 'cpu' ? [cpu] : []);

describe('what a status is worth', () => {
  it.each([
    ['bounds alone', 'bounds', status('50m', '100m', '400m'), status('60m', '100m', '300m')],
    ['another target', 'target', status('50m', '100m', '400m'), status('50m', '150m', '400m')],
    ['a pod below its bounds', 'decision', status('50m', '100m', '400m'), status('250m', '300m', '400m')],
    ['a pod above its bounds', 'decision', status('50m', '100m', '400m'), status('50m', '100m', '150m')],
    ['a first recommendation', 'first', {}, status('50m', '100m', '400m')],
    ['another container', 'decision', status('50m', '1', '2'), status('50m', '1', '2', 'side')],
  ] as const)('%s', (_, worth, former, next) => {
    expect(worthOf(former, next, requesting('200m'))).toBe(worth);
  });

  it('is a decision if an edit was seen, but no more than a first recommendation', () => {
    const one = status('50m', '100m', '400m');
    expect(worthOf(one, one, requesting('200m'), true)).toBe('decision');
    expect(worthOf({}, one, requesting('200m'), true)).toBe('first');
  });

  it('grows while it waits, so that nothing waits for ever', () => {
    expect([0, 4, 5, 9, 10, 15, 99].map((waits) => statusRankOf('bounds', waits))).toEqual([
      0, 0, 1, 1, 2, 3, 3,
    ]);
    expect([0, 5, 50].map((waits) => statusRankOf('decision', waits))).toEqual([2, 3, 3]);
    expect(statusRankOf('first', 0)).toBe(3);
  });
});
