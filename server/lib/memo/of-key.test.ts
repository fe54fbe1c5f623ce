import { expect, it } from 'vitest';
import { ofKey } from './of-key';

it('makes what a key lacks once, and keeps it, also where it is zero or empty', () => {
  const kept = new Map<string, number | string>();
  let made = 0;
  const make = (value: number | string) => () => {
    made++;
    return value;
  };
  expect([ofKey(kept, 'a', make(0)), ofKey(kept, 'a', make(1)), ofKey(kept, 'b', make(''))]).toEqual([
    0,
    0,
    '',
  ]);
  expect([ofKey(kept, 'b', make('other')), made, [...kept]]).toEqual([
    '',
    2,
    [
      ['a', 0],
      ['b', ''],
    ],
  ]);
});

it('keeps nothing of what cannot be made', () => {
  const kept = new Map<string, string>();
  expect(() =>
    ofKey(kept, 'a', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(kept.size).toBe(0);
});
