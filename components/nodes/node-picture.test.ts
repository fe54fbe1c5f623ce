import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePicture } from './node-picture';

describe('the bar of a node', () => {
  it('shows used, kept free and idle, and where the requests end', () => {
    expect(nodePicture({ allocatable: 4000, requested: 3000, used: 1000, idle: 2000 })).toEqual({
      parts: [
        { kind: 'used', start: 0, size: 0.25 },
        { kind: 'kept', start: 0.25, size: 0.25 },
        { kind: 'idle', start: 0.5, size: 0.5 },
      ],
      requested: 0.75,
    });
  });

  it.each([
    ['allocatable', { requested: 1, used: 1, idle: 1 }],
    ['usage', { allocatable: 1, requested: 1, idle: 1 }],
    ['what is idle', { allocatable: 1, requested: 1, used: 1 }],
  ])('is empty without %s', (_, shown) => {
    expect(nodePicture(shown)).toBeUndefined();
  });

  it('always fills the bar, whatever the amounts', () => {
    const amount = fc.maxSafeNat();
    fc.assert(
      fc.property(fc.integer({ min: 1 }), amount, amount, amount, (allocatable, requested, used, idle) => {
        const picture = nodePicture({ allocatable, requested, used, idle });
        const total = picture?.parts.reduce((sum, { size }) => sum + size, 0);
        expect(total).toBeCloseTo(1, 9);
        expect(picture?.requested).toBeLessThanOrEqual(1);
      }),
    );
  });
});
