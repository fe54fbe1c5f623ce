import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { atOnce } from './slices';
import { sorting } from './sorting';

describe('sorting with pauses', () => {
  it('gives what a sort at once gives, equal ones in their order', () => {
    const item = fc.record({ key: fc.nat(50), id: fc.nat() });
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
    fc.assert(
      fc.property(fc.array(item, { maxLength: 3_000, size: 'max' }), (items) => {
        const before = [...items];
        expect(atOnce(sorting(items, byKey))).toEqual([...items].sort(byKey));
        expect(items).toEqual(before);
      }),
      { numRuns: runs(50) },
    );
  });

  it('pauses again and again', () => {
    const items = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_007);
    let pauses = 0;
    let compared = 0;
    let most = 0;
    const counting = (a: number, b: number) => {
      compared++;
      return a - b;
    };
    for (const work = sorting(items, counting); !work.next().done; pauses++) {
      most = Math.max(most, compared);
      compared = 0;
    }
    expect(pauses).toBeGreaterThan(50);
    expect(most).toBeLessThan(10_000);
  });
});
