import { describe, expect, it } from 'vitest';
import { CPU_BUCKETS } from '../../../model/bucketing';
import { DecayedBuckets } from './decayed-buckets';

/** Where the bucket of a value ends: what an estimate for that value is. */
function endFor(value: number): number {
  return CPU_BUCKETS.endOf(CPU_BUCKETS.bucketOf(value));
}

function filled(values: readonly [value: number, weight: number][]): DecayedBuckets {
  const shares = new DecayedBuckets(CPU_BUCKETS);
  for (const [value, weight] of values) shares.add(value, weight);
  return shares;
}

describe('percentiles of decayed usage', () => {
  /** Nine of ten units of time at 1, one at 10: p90 is 1, and above it 10. */
  it('are 1 up to nine of ten units of time at 1, and 10 above', () => {
    const shares = filled([
      [1, 9],
      [10, 1],
    ]);
    expect(shares.percentile(0.9)).toBe(endFor(1));
    expect(shares.percentile(0.91)).toBe(endFor(10));
  });

  it('have the share up to their value as their inverse', () => {
    const shares = filled([
      [1, 9],
      [10, 1],
    ]);
    expect([0.5, 1, 9, 10, 11].map((value) => shares.shareUpTo(value))).toEqual([0, 0.9, 0.9, 1, 1]);
    expect(filled([]).shareUpTo(1)).toBe(0);
  });

  /** 4 units of 1, then two half-lives: 4·(1/2)² = 1; with 1 unit of 2 the median by time is 1, p51 is 2. */
  it('count a window half after each half-life', () => {
    const shares = filled([[1, 4]]);
    shares.fade(0.25);
    shares.add(2, 1);
    expect(shares.percentile(0.5)).toBe(endFor(1));
    expect(shares.percentile(0.51)).toBe(endFor(2));
  });

  it('are 0 without usage, also once all of it has faded', () => {
    const shares = filled([[1, 1]]);
    shares.fade(0);
    expect([shares.isEmpty, shares.percentile(0.9), shares.mean]).toEqual([true, 0, 0]);
  });
});
