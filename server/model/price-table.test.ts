import { describe, expect, it } from 'vitest';
import { readConfig } from '../config';
import { pricesText, priceTable } from './price-table';

const faultOf = (text: string) => priceTable.safeParse(text).error?.issues[0]?.message;

describe('the prices in the settings', () => {
  it('are none unless stated', () => {
    expect(readConfig({}).prices).toBeUndefined();
    expect(priceTable.parse(' ; \n # only a comment')).toBeUndefined();
  });

  it('are stated for all nodes, by label and for spot nodes', () => {
    const text = `
      currency=USD cpu=0.031611 memory=0.004237   # everything else
      node.kubernetes.io/instance-type=m5.large, topology.kubernetes.io/region=eu-west-1: cpu=0.04 memory=0.005
      pool=gpu: cpu=0 memory=1e-3; spot karpenter.sh/capacity-type=spot: 0.35`;
    expect(priceTable.parse(text)).toEqual({
      currency: 'USD',
      base: { cpu: 0.031611, memory: 0.004237 },
      rules: [
        {
          labels: {
            'node.kubernetes.io/instance-type': 'm5.large',
            'topology.kubernetes.io/region': 'eu-west-1',
          },
          price: { cpu: 0.04, memory: 0.005 },
        },
        { labels: { pool: 'gpu' }, price: { cpu: 0, memory: 0.001 } },
      ],
      spot: [{ labels: { 'karpenter.sh/capacity-type': 'spot' }, share: 0.35 }],
    });
  });

  it.each([
    'currency=USD cpu=0.031611 memory=1e-7',
    'currency=EUR; pool=a, zone=b: cpu=1 memory=2; pool=c: cpu=0 memory=0',
    'currency=USD cpu=1 memory=1; spot a=b: 0.35',
  ])('are written as they are read: %s', (text) => {
    const table = priceTable.parse(text);
    if (!table) throw new Error('no prices');
    expect(priceTable.parse(pricesText(table))).toEqual(table);
  });

  it('need none for nodes that no label fits', () => {
    expect(priceTable.parse('currency=EUR; pool=a: cpu=1 memory=2')).toMatchObject({ currency: 'EUR' });
    expect(priceTable.parse('currency=EUR; pool=a: cpu=1 memory=2')).not.toHaveProperty('base');
  });

  it.each([
    ['a price below zero', 'currency=USD cpu=-1 memory=1', 'cpu=-1'],
    ['a price that is no number', 'currency=USD cpu=NaN memory=1', 'cpu=NaN'],
    ['a price that never ends', 'currency=USD cpu=Infinity memory=1', 'cpu=Infinity'],
    ['a price beyond all prices', 'currency=USD cpu=1 memory=1e30', 'memory=1e30'],
    ['a price in other digits', 'currency=USD cpu=0x10 memory=1', 'cpu=0x10'],
    ['a decimal comma', 'currency=USD cpu=0,03 memory=1', 'cpu=0,03'],
    ['only one of the two', 'currency=USD cpu=1', 'memory is missing'],
    ['no currency', 'cpu=1 memory=1', 'currency is missing'],
    ['a sign for the currency', 'currency=$ cpu=1 memory=1', 'currency "$"'],
    ['a currency alone', 'currency=USD', 'cpu and memory are missing'],
    ['a spot share alone', 'currency=USD; spot a=b: 0.3', 'cpu and memory are missing'],
    ['a word it does not know', 'currency=USD cpu=1 memory=1 disk=3', '"disk=3"'],
    ['the same word twice', 'currency=USD cpu=1 cpu=2 memory=1', 'cpu is there twice'],
    [
      'the same label twice',
      'currency=USD; a=b: cpu=1 memory=1; a=b: cpu=2 memory=1',
      '"a=b" is there twice',
    ],
    [
      'two entries without labels',
      'currency=USD cpu=1 memory=1; cpu=2 memory=2',
      'without labels is there twice',
    ],
    ['a label that is none', 'currency=USD; a: cpu=1 memory=1', 'the label "a"'],
    ['a share above all', 'currency=USD cpu=1 memory=1; spot a=b: 1.5', 'the share "1.5"'],
    ['JSON', '{"cpu": 1}', 'the label "{"cpu""'],
  ])('are refused with %s, saying which and what to write', (_, text, named) => {
    const fault = faultOf(text);
    expect(fault).toContain(named);
    expect(fault).toContain(';');
    expect(() => readConfig({ PLUMBLINE_PRICES: text })).toThrow('PLUMBLINE_PRICES');
  });
});
