import { describe, expect, it } from 'vitest';
import type { Cost } from '@/server/contract/costs';
import { amountsText, costText, leftOutWords } from './cost-words';

const GIB = 1024 ** 3;
const both = (cpu: number, memory: number) => ({ cpu, memory });
const parts = (requests: { cpu: number; memory: number }) => ({
  requests,
  use: both(0, 0),
  target: both(0, 0),
  saving: both(0, 0),
  growth: both(0, 0),
});
const cost: Cost = {
  amounts: parts(both(2000, 4 * GIB)),
  money: parts(both(0.08, 0.02)),
  pods: { counted: 3, notPriced: 1, waiting: 2, elsewhere: 0 },
  unfreed: both(0, 0),
  missing: { request: both(1, 0), target: both(0, 0), use: both(0, 0) },
};

describe('a cost in words', () => {
  it('is a month in money, then an hour and the amounts', () => {
    expect(costText(cost, 'requests', 'USD')).toEqual({
      main: '$73.00',
      unit: 'a month',
      more: '$0.10 an hour · 2\u00a0cores · 4\u00a0GiB',
    });
  });

  it('is in cores and GiB without prices, and in hours of them', () => {
    const { money: _, ...unpriced } = cost;
    expect(costText(unpriced, 'requests', undefined)).toEqual({
      main: '2\u00a0cores · 4\u00a0GiB',
      unit: '',
      more: '1,460 core-hours and 2,920 GiB-hours a month',
    });
  });

  it('leaves out a resource of which there is nothing', () => {
    expect([amountsText(both(0, GIB)), amountsText(both(0, 0))]).toEqual(['1\u00a0GiB', 'nothing']);
  });

  it('says what it leaves out', () => {
    expect(leftOutWords(cost, { doubles: 1, foreign: 0 })).toEqual([
      'On nodes without a price: 1 pod. Money leaves them out.',
      'Without a node: 2 pods. They cost nothing yet.',
      'Without a request: 1 container. All of their target is to add.',
      'Not listed, because other VPAs have their pods: 1 VPA.',
    ]);
  });

  it('says what of it frees nothing on nodes', () => {
    expect(leftOutWords({ ...cost, unfreed: both(1500, 0) })).toContain(
      'Of what is to free, 1.5\u00a0cores frees nothing on nodes: an init container or the pod itself requests as much. It is free once those request no more than what runs.',
    );
  });
});
