import { expect, it } from 'vitest';
import { sumLines } from './cost-sum';

const GIB = 2 ** 30;
const amounts = {
  requests: { cpu: 3000, memory: 4 * GIB },
  use: { cpu: 1, memory: 1 },
  target: { cpu: 2000, memory: 3 * GIB },
  saving: { cpu: 1500, memory: GIB },
  growth: { cpu: 700, memory: 0 },
};

it('leads from requests to targets, with what caps take', () => {
  const lines = sumLines({ amounts, unfreed: { cpu: 0, memory: 0 } });
  expect(lines.map(({ cpu, memory }) => [cpu, memory])).toEqual([
    ['3 cores', '4 GiB'],
    ['− 1.5 cores', '− 1 GiB'],
    ['+ 700m', 'none'],
    ['− 200m', 'none'],
    ['2 cores', '3 GiB'],
  ]);
});

it('says what of the saving no node gets back', () => {
  const lines = sumLines({ amounts, unfreed: { cpu: 100, memory: 0 } });
  expect(lines.at(-1)).toMatchObject({ label: 'Of what is to free, kept by init containers', cpu: '100m' });
});
