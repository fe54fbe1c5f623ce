import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestRank, nearestRanks } from './nearest-rank';

const RANKS = [0, 0.5, 0.95, 1];

it('finds without sorting what it finds in order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.integer({ min: 0, max: 5 }),
          fc.double({ noNaN: true }).map((value) => value + 0),
        ),
        { maxLength: 200 },
      ),
      (values) => {
        const ascending = Float64Array.from(values).sort();
        expect(nearestRanks(Float64Array.from(values), RANKS)).toEqual(
          RANKS.map((rank) => nearestRank(ascending, rank)),
        );
      },
    ),
  );
});

it('is the largest of a few, and nothing of none', () => {
  expect(nearestRanks(Float64Array.of(3, 1, 2), [0.95])).toEqual([3]);
  expect(nearestRanks(new Float64Array(), [0.5, 1])).toEqual([undefined, undefined]);
});
