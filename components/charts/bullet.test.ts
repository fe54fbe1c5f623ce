import { describe, expect, it } from 'vitest';
import type { ResourceView } from '@/server/contract/recommendations';
import { bulletOf, usedAt } from './bullet';

const BUCKETS = [
  { start: 0, end: 100, weight: 0.5 },
  { start: 100, end: 200, weight: 0.45 },
  { start: 200, end: 400, weight: 0.05 },
];
const VIEW: ResourceView = {
  request: { min: 500, max: 500 },
  limit: { min: 1000, max: 1000 },
  target: 230,
  lowerBound: 120,
  upperBound: 600,
  uncappedTarget: 230,
};

describe('a bullet chart', () => {
  it('reads usage from the histogram as the recommender does', () => {
    expect([0.5, 0.9, 0.95, 1].map((share) => usedAt(BUCKETS, share))).toEqual([100, 200, 200, 400]);
    expect(usedAt([], 0.5)).toBeUndefined();
    const tenths = Array.from({ length: 10 }, (_, index) => ({ start: index, end: index + 1, weight: 0.1 }));
    expect(usedAt(tenths, 1)).toBe(10);
    expect(usedAt(tenths, 0.3)).toBe(3);
  });

  it('has everything on one scale, in words too', () => {
    const bullet = bulletOf('cpu', VIEW, BUCKETS);
    expect(bullet?.parts.map(({ words }) => words)).toEqual([
      'at most: 400m',
      '95 % of the time: 200m',
      'Used, half of the time: 100m',
      'Lower to upper bound 120m to 600m',
      'Limit 1 core',
      'Target 230m',
      'Request 500m',
    ]);
    const [request] = bullet?.parts.filter(({ kind }) => kind === 'request') ?? [];
    expect(request?.from).toBeCloseTo(500 / (1000 * 1.03));
    expect(bullet?.ticks.map(({ label }) => label)).toEqual(['0', '250m', '500m', '750m', '1 core']);
  });

  it('cuts a far limit and a young upper bound off, and says so', () => {
    const young = { ...VIEW, upperBound: 1e14, limit: { min: 8000, max: 8000 } };
    const parts = bulletOf('cpu', young, BUCKETS)?.parts ?? [];
    expect(parts.filter(({ beyond }) => beyond).map(({ words }) => words)).toEqual([
      'Lower to upper bound 120m to no bound yet',
      'Limit 8 cores',
    ]);
    expect(parts.find(({ kind }) => kind === 'limit')?.legend).toBe('Limit, beyond this scale');
    for (const { from, to } of parts) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(1);
      expect(from).toBeLessThanOrEqual(to);
    }
  });

  it('shows the uncapped target only where it differs, and requests that differ as a span', () => {
    const capped = { ...VIEW, uncappedTarget: 700, request: { min: 300, max: 500 } };
    const words = bulletOf('cpu', capped, [])?.parts.map((part) => part.words);
    expect(words).toContain('Uncapped 700m');
    expect(words).toContain('Request 300m to 500m');
  });

  it('has the target of a limit that is apart from the request', () => {
    const MIB = 2 ** 20;
    const view: ResourceView = {
      request: { min: 200 * MIB, max: 200 * MIB },
      limit: { min: 256 * MIB, max: 256 * MIB },
      target: 160 * MIB,
      ownLimit: { target: 320 * MIB, lowerBound: 288 * MIB, upperBound: 400 * MIB },
    };
    const parts = bulletOf('memory', view, [])?.parts ?? [];
    expect(parts.map(({ words }) => words)).toEqual([
      'Limit 256 MiB',
      'Limit target 320 MiB',
      'Target 160 MiB',
      'Request 200 MiB',
    ]);
    expect(parts.find(({ kind }) => kind === 'limitTarget')?.beyond).toBe(false);
  });

  it.each<[string, ResourceView]>([
    ['nothing', {}],
    ['a limit alone', { limit: { min: 1000, max: 1000 } }],
    ['zero usage', { request: { min: 0, max: 0 } }],
  ])('copes with %s', (what, view) => {
    expect(bulletOf('cpu', view, []) === undefined).toBe(what !== 'a limit alone');
  });
});
