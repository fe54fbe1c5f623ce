import { describe, expect, it } from 'vitest';
import { priceTable } from '../../model/price-table';
import type { Node, Pod } from '../../objects/types';
import { pricesOf } from './prices';

const nodes = {
  list: () =>
    [
      { metadata: { name: 'large', labels: { pool: 'large' } } },
      { metadata: { name: 'cheap', labels: { pool: 'cheap' } } },
      { metadata: { name: 'other', labels: {} } },
    ] as Node[],
};
const TABLE = 'currency=USD; pool=large: cpu=4 memory=2; pool=cheap: cpu=2 memory=0';
const on = (...names: (string | undefined)[]) => ({
  pods: names.map((nodeName) => ({ spec: { nodeName } }) as Pod),
});

function priceIn(table: string, ...names: (string | undefined)[]) {
  return pricesOf({ nodes } as never, priceTable.parse(table))(on(...names));
}

describe('the price of a workload', () => {
  it.each<[string, (string | undefined)[], object | undefined]>([
    ['is that of its node', ['large'], { price: { cpu: 4, memory: 2 }, unpriced: 0 }],
    ['is the mean of its nodes', ['large', 'cheap'], { price: { cpu: 3, memory: 1 }, unpriced: 0 }],
    ['counts the pods without one', ['large', 'other'], { price: { cpu: 2, memory: 1 }, unpriced: 1 }],
    [
      'leaves out pods that wait for a node',
      ['large', undefined],
      { price: { cpu: 4, memory: 2 }, unpriced: 0 },
    ],
    ['is unknown on nodes without any', ['other'], undefined],
    ['is unknown on a node that is not known', ['gone'], undefined],
    ['is unknown without a node or a base', [undefined], undefined],
  ])('%s', (_, names, expected) => {
    expect(priceIn(TABLE, ...names)).toEqual(expected);
  });

  it('is the one of any node while no pod is on one', () => {
    const table = TABLE.replace('USD', 'USD cpu=1 memory=1');
    expect(priceIn(table)).toEqual({ price: { cpu: 1, memory: 1 }, unpriced: 0 });
  });

  it('is none without prices', () => {
    expect(pricesOf({ nodes } as never, undefined)(on('large'))).toBeUndefined();
  });
});
