import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorWords, movedCursor, shareAbove } from './histogram-cursor';

const MEASURED = {
  resource: 'cpu' as const,
  buckets: [
    { start: 100, end: 200, weight: 0.5 },
    { start: 200, end: 300, weight: 0.3 },
    { start: 300, end: 500, weight: 0.2 },
  ],
};

describe('the cursor of a histogram', () => {
  it.each([
    [0, 1],
    [100, 1],
    [150, 0.75],
    [200, 0.5],
    [400, 0.1],
    [500, 0],
    [9000, 0],
  ])('has above %d m a share of %d', (amount, share) => {
    expect(shareAbove(MEASURED, amount)).toBeCloseTo(share);
  });

  it('never has more above it where it is further right', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.nat(600), (one, other) => {
        const [left, right] = [Math.min(one, other), Math.max(one, other)];
        expect(shareAbove(MEASURED, right)).toBeLessThanOrEqual(shareAbove(MEASURED, left) + 1e-12);
      }),
    );
  });

  it('says the share of the time for CPU, and of the peaks for memory', () => {
    expect(cursorWords(MEASURED, 150)).toBe('Above 150m: 75 % of the time; at or below: 25 %.');
    expect(cursorWords({ ...MEASURED, resource: 'memory' }, 500)).toBe(
      'Above 500 B: 0 % of the peaks; at or below: 100 %.',
    );
  });

  it.each([
    [150, 'ArrowRight', 200],
    [150, 'ArrowLeft', 100],
    [200, 'ArrowRight', 300],
    [200, 'ArrowLeft', 100],
    [500, 'ArrowUp', 500],
    [100, 'ArrowDown', 100],
    [900, 'ArrowLeft', 500],
    [10, 'ArrowRight', 100],
    [300, 'Home', 100],
    [100, 'End', 500],
    [100, 'PageUp', 500],
    [500, 'PageDown', 100],
    [100, 'a', undefined],
  ])('at %d m goes with %s to %s', (amount, key, to) => {
    expect(movedCursor(MEASURED, amount, key)).toBe(to);
  });

  it('stays where it is without usage', () => {
    expect(movedCursor({ resource: 'cpu', buckets: [] }, 100, 'End')).toBeUndefined();
    expect(shareAbove({ resource: 'cpu', buckets: [] }, 100)).toBe(0);
  });
});
