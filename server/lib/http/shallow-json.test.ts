import { describe, expect, it } from 'vitest';
import { shallowJson } from './shallow-json';

const MOST = { levels: 3, values: 100 };

describe('JSON of a stranger', () => {
  it.each([
    ['nothing within', '"[[[[[["', '[[[[[['],
    ['as many levels as it may have', '{"a":[{"b":1}]}', { a: [{ b: 1 }] }],
    ['many beside each other', '[[],[],[],[],[]]', [[], [], [], [], []]],
    ['brackets and escaped quotes in texts', '["\\"[[[[", "\\\\", [[]]]', ['"[[[[', '\\', [[]]]],
  ])('is read with %s', (_, text, expected) => {
    expect(shallowJson(text, MOST)).toEqual(expected);
  });

  it.each(['[[[[]]]]', '{"a":{"a":{"a":{}}}}', '['.repeat(2_000_000)])(
    'is refused unread where it is deeper',
    (text) => {
      expect(() => shallowJson(text, MOST)).toThrow('more than 3 levels deep');
    },
  );

  it.each([`[${'1,'.repeat(100)}1]`, `[${'{},'.repeat(60)}{}]`, `{${'"a":0,'.repeat(100)}"b":0}`])(
    'is refused unread where it has too many values',
    (text) => {
      expect(() => shallowJson(text, MOST)).toThrow(RangeError);
    },
  );

  it('may have commas in texts', () => {
    expect(shallowJson(`"${','.repeat(200)}"`, MOST)).toBe(','.repeat(200));
  });

  it('is refused where it is none', () => {
    expect(() => shallowJson('{', MOST)).toThrow(SyntaxError);
  });
});
