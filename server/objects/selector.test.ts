import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatSelector,
  MATCHES_NOTHING,
  parseSelector,
  type Selector,
  SelectorError,
  selectorFrom,
  selectorMatches,
} from './selector';

describe('parseSelector', () => {
  it.each([
    ['', ''],
    ['app=web', 'app=web'],
    ['app==web', 'app=web'],
    ['app = web , tier!=front', 'app=web,tier!=front'],
    ['tier in (b,a)', 'tier in (a,b)'],
    ['tier in ( a )', 'tier=a'],
    ['tier notin (a, b)', 'tier notin (a,b)'],
    ['!canary,app', 'app,!canary'],
    ['b,a', 'a,b'],
    ['example.com/name=x.y_z-1', 'example.com/name=x.y_z-1'],
    ['app=', 'app='],
    ['gen>3,gen<9', 'gen>3,gen<9'],
    ['in in (in)', 'in=in'],
  ])('reads "%s" as "%s"', (text, canonical) => {
    expect(formatSelector(parseSelector(text))).toBe(canonical);
  });

  it.each([
    ['app=web,', 'at its end'],
    ['=web', '"=" (character 1)'],
    ['app in', 'at its end: expected "("'],
    ['app in (a', 'at its end: expected ")"'],
    ['app in a', '"a" (character 8)'],
    ['app web', '"web" (character 5): expected an operator'],
    ['a=b=c', '"=" (character 4)'],
    ['gen>x', 'not a whole number'],
    ['-app', 'not a label key'],
    ['app=-x', 'not a label value'],
    [`app=${'x'.repeat(64)}`, 'not a label value'],
  ])('rejects "%s" and says where', (text, place) => {
    expect(() => parseSelector(text)).toThrow(SelectorError);
    expect(() => parseSelector(text)).toThrow(place);
  });
});

describe('selectorMatches', () => {
  const labels = { app: 'web', tier: 'front', gen: '5', empty: '' };

  it.each([
    ['', true],
    ['app=web', true],
    ['app=db', false],
    ['app', true],
    ['!app', false],
    ['missing', false],
    ['!missing', true],
    ['missing!=x', true],
    ['app!=web', false],
    ['app in (db,web)', true],
    ['app notin (db)', true],
    ['missing in (a)', false],
    ['missing notin (a)', true],
    ['gen>4', true],
    ['gen>5', false],
    ['gen<6', true],
    ['app>1', false],
    ['missing>1', false],
    ['empty=', true],
    ['app=web,tier=back', false],
    ['toString', false],
  ])('"%s" on app=web,tier=front,gen=5,empty= is %s', (text, matches) => {
    expect(selectorMatches(parseSelector(text), labels)).toBe(matches);
  });

  it('selects nothing by an absent object and everything by an empty one', () => {
    expect(selectorMatches(undefined, labels)).toBe(false);
    expect(selectorMatches(null, labels)).toBe(false);
    expect(selectorMatches({}, labels)).toBe(true);
    expect(selectorMatches([], undefined)).toBe(true);
    expect(selectorMatches(MATCHES_NOTHING, labels)).toBe(false);
  });

  it('reads the object form', () => {
    const selector = {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front', 'back'] },
        { key: 'canary', operator: 'DoesNotExist' },
        { key: 'gen', operator: 'Exists' },
        { key: 'zone', operator: 'NotIn', values: ['a'] },
      ],
    };
    expect(formatSelector(selectorFrom(selector))).toBe('app=web,!canary,gen,tier in (back,front),zone!=a');
    expect(selectorMatches(selector, labels)).toBe(true);
    expect(selectorMatches(selector, { ...labels, canary: 'yes' })).toBe(false);
  });

  it.each([
    [{ key: 'a', operator: 'in', values: ['x'] }, 'not an operator'],
    [{ key: 'a', operator: 'In' }, 'needs at least one value'],
    [{ key: 'a', operator: 'Exists', values: ['x'] }, 'takes no values'],
  ])('rejects the expression %j', (expression, why) => {
    expect(() => selectorFrom({ matchExpressions: [expression] })).toThrow(why);
  });
});

const word = fc.constantFrom('a', 'b', 'c', 'app', 'tier');
const anySelector: fc.Arbitrary<Selector> = fc.array(
  fc.oneof(
    fc.record({
      key: word,
      operator: fc.constantFrom('In' as const, 'NotIn' as const),
      values: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      key: word,
      operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const),
      values: fc.constant<string[]>([]),
    }),
  ),
  { maxLength: 4 },
);

describe('selectors in general', () => {
  it('match the same labels after formatting and parsing', () => {
    fc.assert(
      fc.property(anySelector, fc.dictionary(word, word), (selector, labels) => {
        const again = parseSelector(formatSelector(selector));
        expect(selectorMatches(again, labels)).toBe(selectorMatches(selector, labels));
        expect(formatSelector(again)).toBe(formatSelector(selector));
      }),
    );
  });

  it('match fewer labels the more they require', () => {
    fc.assert(
      fc.property(anySelector, anySelector, fc.dictionary(word, word), (one, other, labels) => {
        const both = selectorMatches([...one, ...other], labels);
        expect(both).toBe(selectorMatches(one, labels) && selectorMatches(other, labels));
      }),
    );
  });
});
