import { describe, expect, it } from 'vitest';
import type { PriceTable } from '../../../model/price-table';
import { costOf, HOURS_PER_MONTH, priceOn, together } from './price';

const GIB = 1024 ** 3;
const TABLE: PriceTable = {
  currency: 'USD',
  base: { cpu: 0.03, memory: 0.004 },
  rules: [
    { labels: { type: 'large', zone: 'a' }, price: { cpu: 0.05, memory: 0.006 } },
    { labels: { type: 'large' }, price: { cpu: 0.04, memory: 0.005 } },
  ],
  spot: [{ labels: { spot: 'true' }, share: 0.5 }],
};

describe('the price of a node', () => {
  it.each([
    ['is the base price if no label fits', {}, { cpu: 0.03, memory: 0.004 }],
    [
      'is that of the first entry whose labels it all has',
      { type: 'large', zone: 'a' },
      { cpu: 0.05, memory: 0.006 },
    ],
    [
      'is not that of an entry of which it has some labels',
      { type: 'large', zone: 'b' },
      { cpu: 0.04, memory: 0.005 },
    ],
    ['is a share of that on spot nodes', { type: 'large', spot: 'true' }, { cpu: 0.02, memory: 0.0025 }],
  ])('%s', (_, labels, price) => {
    expect(priceOn(TABLE, labels)).toEqual(price);
  });

  it('is unknown without an entry that fits', () => {
    expect(priceOn({ currency: 'USD', rules: TABLE.rules, spot: [] }, { type: 'small' })).toBeUndefined();
  });

  it('is unknown while its labels are and matter, else the base price', () => {
    expect(priceOn(TABLE, undefined)).toBeUndefined();
    const plain = { currency: 'USD', base: { cpu: 1, memory: 1 }, rules: [], spot: [] };
    expect(priceOn(plain, undefined)).toEqual({ cpu: 1, memory: 1 });
  });
});

describe('a cost', () => {
  it('is cores and GiB times their prices', () => {
    // 2.5 cores × 0.03 = 0.075; 4 GiB × 0.004 = 0.016; together 0.091 an hour, 66.43 a month.
    const cost = costOf({ cpu: 2500, memory: 4 * GIB }, { cpu: 0.03, memory: 0.004 });
    expect(cost.cpu).toBeCloseTo(0.075, 12);
    expect(cost.memory).toBeCloseTo(0.016, 12);
    expect(together(cost) * HOURS_PER_MONTH).toBeCloseTo(66.43, 10);
  });
});
