import { describe, expect, it } from 'vitest';
import { bytesOf } from './object-size';

describe('what a parsed object takes', () => {
  it.each<[string, unknown, number]>([
    ['a number', 7, 8],
    ['nothing', null, 8],
    ['a text', 'four', 12],
    ['a list, by its length and what is in it', ['a', 'bc'], 8 + 2 + 9 + 10],
    ['an object, by its keys and values', { key: 'value', other: { no: 1 } }, 8 + 3 + 13 + 5 + 8 + 2 + 8],
  ])('%s', (_, value, bytes) => {
    expect(bytesOf(value, 1_000)).toBe(bytes);
  });

  it('is counted no further than asked, however long a list or deep an object is', () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    const long = Array.from({ length: 1_000 }, () => 'text');
    expect(bytesOf(deep, 500)).toBeLessThan(600);
    expect(bytesOf(long, 500)).toBe(1_008);
    expect(bytesOf(deep, 10_000_000)).toBe(100_001 * 8 + 100_000 * 4);
  });
});
