import { expect, it } from 'vitest';
import { inFormerOrder } from './former-order';

const keyOf = (row: string) => row;

it('keeps rows where they were, without those that are gone, new ones last', () => {
  expect(inFormerOrder(['c', 'x', 'a', 'y', 'b'], keyOf, ['a', 'b', 'gone', 'c'])).toEqual([
    'a',
    'b',
    'c',
    'x',
    'y',
  ]);
});

it('answers the very rows where nothing moved, or nothing is known', () => {
  const rows = ['a', 'b', 'new'];
  expect(inFormerOrder(rows, keyOf, ['a', 'b'])).toBe(rows);
  expect(inFormerOrder(rows, keyOf, [])).toBe(rows);
});
