import { describe, expect, it } from 'vitest';
import { type JsonBounds, JsonMeter, shallowJson } from './shallow-json';

const MOST = { levels: 3, values: 100 };
const jsonIn = (text: string) => shallowJson(Buffer.from(text), MOST);
/** Counted byte by byte, as it may come. */
const counted = (text: string, most: JsonBounds) => {
  const meter = new JsonMeter(most);
  for (const byte of Buffer.from(text)) meter.count(Buffer.of(byte));
};

describe('JSON of a stranger', () => {
  it.each([
    ['nothing within', '"[[[[[["', '[[[[[['],
    ['as many levels as it may have', '{"a":[{"b":1}]}', { a: [{ b: 1 }] }],
    ['many beside each other', '[[],[],[],[],[]]', [[], [], [], [], []]],
    ['brackets and escaped quotes in texts', '["\\"[[[[", "\\\\", [[]]]', ['"[[[[', '\\', [[]]]],
  ])('is read with %s', async (_, text, expected) => {
    expect(await jsonIn(text)).toEqual(expected);
    expect(() => counted(text, MOST)).not.toThrow();
  });

  it.each(['[[[[]]]]', '{"a":{"a":{"a":{}}}}', '['.repeat(2_000_000)])(
    'is refused unread where it is deeper',
    async (text) => {
      await expect(jsonIn(text)).rejects.toThrow('more than 3 levels deep');
    },
  );

  it.each([`[${'1,'.repeat(100)}1]`, `[${'{},'.repeat(60)}{}]`, `{${'"a":0,'.repeat(100)}"b":0}`])(
    'is refused unread where it has too many values',
    async (text) => {
      await expect(jsonIn(text)).rejects.toThrow(RangeError);
    },
  );

  it.each([
    ['[[[["', 'more than 3 levels'],
    ['"é\\\\\\"[[[["[[[[', 'more than 3 levels'],
    [`[${'1,'.repeat(100)}`, 'more than 100 values'],
  ])('is refused before its end comes, however it is cut', (text, said) => {
    expect(() => counted(text, MOST)).toThrow(said);
  });

  it('may have commas in texts', async () => {
    expect(await jsonIn(`"${','.repeat(200)}"`)).toBe(','.repeat(200));
  });

  it('is refused where it is none', async () => {
    await expect(jsonIn('{')).rejects.toThrow(SyntaxError);
  });
});
