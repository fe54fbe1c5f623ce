import { describe, expect, it } from 'vitest';
import type { ExpertsView } from '@/server/contract/recommendations';
import { expertRows, expertsWords, priceWords } from './experts-rows';

const usual = {
  is: { kind: 'as-default' as const },
  margin: 0,
  reacts: false,
  request: 500,
  cost: 800,
  shortage: 200,
  speaks: false,
};
const peak = { ...usual, is: { kind: 'highest' as const, hours: 1 }, margin: 0.2, cost: 400, shortage: 0 };
const view: ExpertsView = {
  experts: [{ ...peak, reacts: true, speaks: true }, usual],
  count: 80,
  canReact: true,
  since: { atMs: Date.UTC(2026, 2, 2), after: usual },
  highestNow: 300,
  shortagePrice: 60,
  changePrice: 1.8,
  priceHalfLifeMs: 2 * 86_400_000,
  ceiling: 1,
};
const speaking = (reacts: boolean): ExpertsView['experts'] => [{ ...peak, reacts, speaks: true }, usual];

describe('the experts', () => {
  it('are rows with the parts of their cost, as shares of the dearest', () => {
    const [first, second] = expertRows(view);
    expect(first).toMatchObject({ name: 'highest of the last 1 h and 20 %', reacts: 'Yes', cost: '400m' });
    expect(second?.parts).toEqual([
      { part: 'shortage', share: 0.25 },
      { part: 'reserved', share: 0.75 },
    ]);
  });

  it.each([
    ['reacts', { experts: speaking(true) }, /It raises the request at once/],
    ['would have cost more if it reacted', { experts: speaking(false) }, /that would have cost more\.$/],
    [
      'cannot react',
      { experts: speaking(false), canReact: false },
      /Since each change is an eviction, no expert chases short peaks\.$/,
    ],
  ])('say that the one that speaks %s', (_, differs, words) => {
    expect(expertsWords({ ...view, ...differs })).toMatch(words);
  });

  it('say which one speaks after which, or that none does yet', () => {
    expect(expertsWords(view)).toMatch(
      /^Of 80 experts, this one has cost least: highest of the last 1 h and 20 %\. It has spoken since .*, after as default\./,
    );
    expect(expertsWords({ ...view, since: undefined })).toMatch(/^No expert speaks yet: 80 are compared/);
  });

  it.each([
    [1, 'No expert raises its request above what default would ask for,'],
    [1.5, 'No expert raises its request above 1.5 times what default would ask for,'],
  ])('say that their ceiling is %d', (ceiling, words) => {
    expect(priceWords({ ...view, ceiling })).toContain(words);
  });
});
