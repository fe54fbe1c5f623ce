import { describe, expect, it } from 'vitest';
import { shallowJson } from './shallow-json';

describe('JSON of a stranger', () => {
  it.each([
    ['nothing within', '"[[[[[["', '[[[[[['],
    ['as many levels as it may have', '{"a":[{"b":1}]}', { a: [{ b: 1 }] }],
    ['many beside each other', '[[],[],[],[],[]]', [[], [], [], [], []]],
    ['brackets and escaped quotes in texts', '["\\"[[[[", "\\\\", [[]]]', ['"[[[[', '\\', [[]]]],
  ])('is read with %s', (_, text, expected) => {
    expect(shallowJson(text, 3)).toEqual(expected);
  });

  it.each(['[[[[]]]]', '{"a":{"a":{"a":{}}}}', '['.repeat(2_000_000)])(
    'is refused unread where it is deeper',
    (text) => {
      expect(() => shallowJson(text, 3)).toThrow('more than 3 levels deep');
    },
  );

  it('is refused where it is none', () => {
    expect(() => shallowJson('{', 3)).toThrow(SyntaxError);
  });
});
