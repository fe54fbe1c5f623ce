import { describe, expect, it } from 'vitest';
import type { EstimationTrace } from '@/server/contract/recommendations';
import { waterfallResult, waterfallRows } from './waterfall';

const TRACE: EstimationTrace = {
  resource: 'cpu',
  bound: 'target',
  steps: [
    { step: 'percentile', value: 200, by: 0.9 },
    { step: 'margin', value: 230, by: 0.15 },
    { step: 'pod-minimum', value: 230, by: 25 },
    { step: 'rounding', value: 250, by: 50 },
    { step: 'max-allowed', value: 100, by: 100 },
  ],
};

describe('why this number', () => {
  it('has each step in words', () => {
    expect(waterfallRows(TRACE).map((row) => [row.label, row.change, row.value])).toEqual([
      ['90th percentile of usage', undefined, '200m'],
      ['Safety margin of 15 %', '+30m', '230m'],
      ['Minimum for a container of 25m', undefined, '230m'],
      ['Rounded up to a multiple of 50m', '+20m', '250m'],
      ['Policy maximum of 100m', '−150m', '100m'],
    ]);
  });

  it('draws each change from the end of the one before', () => {
    expect(
      waterfallRows(TRACE).map((row) => [row.direction, row.start, Number(row.size.toFixed(2))]),
    ).toEqual([
      ['start', 0, 0.8],
      ['up', 0.8, 0.12],
      ['same', 0, 0.92],
      ['up', 0.92, 0.08],
      ['down', 0.4, 0.6],
    ]);
  });

  it('names a missing upper bound', () => {
    const rows = waterfallRows({
      resource: 'memory',
      bound: 'upperBound',
      steps: [
        { step: 'percentile', value: 2 ** 28, by: 0.95 },
        { step: 'confidence', value: 1e14, by: 0 },
      ],
    });
    expect(rows[1]).toMatchObject({
      label: 'Raised, with no history yet',
      value: 'no bound yet',
      change: 'to no bound',
    });
  });

  it('ends in the exact number', () => {
    expect(waterfallResult(TRACE)).toBe('The target is 100m.');
    expect(waterfallResult({ ...TRACE, steps: [] })).toBe('There is no target yet.');
  });

  it.each([
    [0.5, '50th percentile of usage'],
    [0.91, '91st percentile of usage'],
    [0.12, '12th percentile of usage'],
    [0.995, '99.5th percentile of usage'],
  ])('spells percentile %d', (by, label) => {
    expect(waterfallRows({ ...TRACE, steps: [{ step: 'percentile', value: 1, by }] })[0]?.label).toBe(label);
  });
});
