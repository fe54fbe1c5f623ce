import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedInParts, parsedInParts } from './json-parts';

const PARTS = [1, 2, 7, 40, 16_384];
const spaced = fc.tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t', '\r\n'));
/** What an attempt came to: a value, or no JSON. */
const of = (parse: () => unknown) =>
  Promise.resolve()
    .then(parse)
    .then(
      (value) => ({ value }),
      (thrown) => ({ thrown: thrown.name }),
    );

async function expectAlike(text: string): Promise<void> {
  const expected = await of(() => JSON.parse(text));
  const checked = 'value' in expected ? { value: undefined } : expected;
  for (const bytes of PARTS) {
    const sent = Buffer.from(text);
    expect(await of(() => parsedInParts(sent, bytes)), `${text} by ${bytes}`).toEqual(expected);
    expect(await of(() => checkedInParts(sent, bytes)), `${text} by ${bytes}`).toEqual(checked);
  }
}

describe('JSON in parts', () => {
  it('is what it is as a whole, however long a part is', () =>
    fc.assert(fc.asyncProperty(spaced, ([value, space]) => expectAlike(JSON.stringify(value, null, space)))));

  it('is none where it is none as a whole', () =>
    fc.assert(
      fc.asyncProperty(
        spaced,
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '\\', '0', ' ', 'x'),
        ([value, space], place, put) => {
          const text = JSON.stringify(value, null, space);
          const at = place % (text.length + 1);
          return expectAlike(text.slice(0, at) + put + text.slice(at + (place % 2)));
        },
      ),
    ));

  it.each([
    '',
    ' ',
    '[1,]',
    '[,1]',
    '[1,,2]',
    '[1 2]',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{a:1}',
    '[1}',
    '{"a":1]',
    '[[1}]',
    '[1]]',
    '1 2',
    '"a',
    '"a\\"',
    '-',
    'nul',
    '\u00a0[1]',
  ])('is none: %j', async (text) => {
    await expectAlike(text);
    await expect(parsedInParts(Buffer.from(text))).rejects.toThrow(SyntaxError);
  });

  it.each([
    '{"__proto__":{"a":1},"b":[{"__proto__":[]}]}',
    '{"a":1,"b":2,"a":{"c":3}}',
    '{"\\u0061":"é\\ud83d\\ude00","":[""]}',
    `[${' '.repeat(99)}1${' '.repeat(99)},"]}\\\\",{"}":"["}]`,
  ])('may be %j', expectAlike);

  it('sets no prototype', async () => {
    const read = await parsedInParts(Buffer.from(`{"__proto__":{"a":"${'x'.repeat(99)}"}}`), 16);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('may have a long text, and no number without end', async () => {
    const text = `x\\"${'x'.repeat(200_000)}`;
    expect(await parsedInParts(Buffer.from(JSON.stringify({ [text]: text })))).toEqual({ [text]: text });
    await expect(parsedInParts(Buffer.from(`[${'1'.repeat(99_999)}]`))).rejects.toThrow(SyntaxError);
  });

  it('lets others run in between', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const many = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    expect(await parsedInParts(Buffer.from(JSON.stringify(many)))).toEqual(many);
    isOver = true;
    expect(turns).toBeGreaterThan(1);
  });
});
