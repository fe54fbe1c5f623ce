import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf } from './list-items';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(text: string, size = 7): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of itemsOf(inChunks(text, size))) items.push(item);
  return items;
}

describe('the items of a list', () => {
  it('are those of the whole list, wherever its bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        async (items, size) => {
          const expected = JSON.parse(JSON.stringify(items));
          const list = { kind: 'List', metadata: { resourceVersion: '1' }, items };
          expect(await all(JSON.stringify(list), size)).toEqual(expected);
        },
      ),
    );
  });

  it('are those of the list itself, not of a nested field of that name', async () => {
    const text = '{"metadata":{"items":[1],"note":"]}\\"{["},"kind":"items","items":[{"items":[2]}," ] "]}';
    for (const size of [1, 3, 500]) expect(await all(text, size)).toEqual([{ items: [2] }, ' ] ']);
  });

  it('do not pollute other objects through a key named __proto__', async () => {
    await all('{"items":[{"__proto__":{"usage":"5"},"name":"app"}]}');
    expect(({} as { usage?: string }).usage).toBeUndefined();
  });

  it.each([
    ['empty', ''],
    ['cut off', '{"items":[{"a":1},{"b":'],
    ['no JSON', '<html>'],
    ['cut off in mid-word', '{"items":[{"a":"b'],
    ['closed too often', '{"items":[]}]'],
    ['of items that are no JSON', '{"items":[{"a":},{}]}'],
    ['of items with nothing between them', '{"items":[1,,2]}'],
  ])('of a response that is %s are refused', async (_, text) => {
    for (const size of [1, 7, 500]) await expect(all(text, size)).rejects.toThrow(SyntaxError);
  });

  it('are refused before their end comes where one is longer than allowed', async () => {
    const text = (length: number) => `{"items":[{"a":1},{"b":"${'x'.repeat(length)}"`;
    const first = async (length: number) => {
      const items: unknown[] = [];
      for await (const item of itemsOf(inChunks(text(length), 16), 'items', 100)) items.push(item);
    };
    await expect(first(200)).rejects.toThrow('too long');
    await expect(first(50)).rejects.toThrow('before it is complete');
  });

  it('are none without such a list', async () => {
    expect(await all('{"items":null}')).toEqual([]);
    expect(await all('{"kind":"List"}')).toEqual([]);
    expect(await all('{"items":[ ]}')).toEqual([]);
  });
});
