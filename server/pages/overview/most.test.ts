import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Most } from './most';

function ranked(values: readonly number[], most: number): Most<number> {
  const kept = new Most<number>(most);
  for (const [index, value] of values.entries()) kept.add(index, value);
  return kept;
}

it('keeps the highest, in order; of equal ones the first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 5 }), (values, most) => {
      const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => b.value - a.value);
      expect(ranked(values, most).list).toEqual(sorted.slice(0, most).map(({ index }) => index));
    }),
  );
});

it('keeps of parts that are merged what it keeps of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.nat({ max: 20 }), (values, cut) => {
      const [first, second, whole] = [new Most<number>(4), new Most<number>(4), new Most<number>(4)];
      for (const [index, value] of values.entries()) {
        (index < cut ? first : second).add(value, value);
        whole.add(value, value);
      }
      first.merge(second);
      expect(first.list).toEqual(whole.list);
    }),
  );
});
