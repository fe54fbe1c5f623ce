import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFrom, objectIn, parsed } from './json-object';

describe('JSON that others wrote', () => {
  it('can be put into a text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (inner, other) => {
        const value = jsonFrom(JSON.stringify({ spec: [{ name: { ...Object(other), toString: inner } }] }));
        const { name } = (value as { spec: [{ name: object }] }).spec[0];
        expect(`${name} ${{ ...name }} ${Number(name)}`).toBe('[object Object] [object Object] NaN');
      }),
    );
  });

  it('is what JSON.parse makes of it, for keys and for JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const [value, plain] = [jsonFrom(text), JSON.parse(text)];
        expect(JSON.stringify(value)).toBe(JSON.stringify(plain));
        expect(Object.keys(Object(value))).toEqual(Object.keys(Object(plain)));
      }),
    );
    const labels = '{"toString":"x","app":"web"}';
    expect(Object.entries(jsonFrom(labels) as object)).toEqual([
      ['toString', 'x'],
      ['app', 'web'],
    ]);
  });

  it('is read as deep as it goes', () => {
    const deep = `${'['.repeat(9_000)}{"toString":1}${']'.repeat(9_000)}`;
    expect(() => jsonFrom(deep)).not.toThrow();
  });
});

describe('a text as JSON', () => {
  it.each([
    ['{"a":1}', { a: 1 }, { a: 1 }],
    ['[1]', [1], {}],
    ['null', null, {}],
    ['7', 7, {}],
    ['', undefined, {}],
    ['{', undefined, {}],
    [undefined, undefined, {}],
    [{ toString: 1 }, undefined, {}],
  ])('%j', (text, value, object) => {
    expect([parsed(text), objectIn(text)]).toEqual([value, object]);
  });
});
