import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelPostings, labelsKey, SelectorPostings } from './label-index';
import { type Labels, type Selector, selectorMatches } from './selector';

const key = fc.constantFrom('app', 'tier', 'zone');
const value = fc.constantFrom('a', 'b', 'c');
const anyLabels = fc.dictionary(key, value);
const anySelector: fc.Arbitrary<Selector> = fc.array(
  fc.oneof(
    fc.record({
      key,
      operator: fc.constantFrom('In' as const, 'NotIn' as const),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      key,
      operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const),
      values: fc.constant<string[]>([]),
    }),
  ),
  { maxLength: 3 },
);

describe('label indexes', () => {
  it('find by selector exactly the label sets that match, however they came and went', () => {
    fc.assert(
      fc.property(fc.array(anyLabels), fc.array(anyLabels), anySelector, (kept, removed, selector) => {
        const postings = new LabelPostings<{ labels: Labels; index: number }>();
        const items = [...kept, ...removed].map((labels, index) => ({ labels, index }));
        for (const item of items) postings.add(item);
        for (const item of items.slice(kept.length)) postings.remove(item);
        const expected = items
          .slice(0, kept.length)
          .filter(({ labels }) => selectorMatches(selector, labels));
        const found = postings.matching(selector);
        expect(found.sort((a, b) => a.index - b.index)).toEqual(expected);
      }),
    );
  });

  it('find by labels exactly the selectors that match, however they came and went', () => {
    fc.assert(
      fc.property(fc.array(anySelector), fc.array(anySelector), anyLabels, (kept, removed, labels) => {
        const postings = new SelectorPostings<{ selector: Selector; index: number }>();
        const items = [...kept, ...removed].map((selector, index) => ({ selector, index }));
        for (const item of items) postings.add(item);
        for (const item of items.slice(kept.length)) postings.remove(item);
        const expected = items
          .slice(0, kept.length)
          .filter(({ selector }) => selectorMatches(selector, labels));
        const found = [...postings.matching(labels)];
        expect(found.sort((a, b) => a.index - b.index)).toEqual(expected);
      }),
    );
  });

  it('tell label sets apart whatever the order and the split of their texts', () => {
    expect(labelsKey({ a: '1', b: '2' })).toBe(labelsKey({ b: '2', a: '1' }));
    expect(labelsKey({ a: '1', b: '2' })).not.toBe(labelsKey({ a: '1', b: '' }));
    expect(labelsKey({ ab: 'c' })).not.toBe(labelsKey({ a: 'bc' }));
    expect(labelsKey({ a: '' })).not.toBe(labelsKey({}));
  });
});
