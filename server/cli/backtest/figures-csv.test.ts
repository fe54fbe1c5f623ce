import { expect, it } from 'vitest';
import { FIGURE_NAMES, type Figures, figureColumn } from '../../contract/figures';
import { figuresCsv } from './figures-csv';

const none = Object.fromEntries(FIGURE_NAMES.map((name) => [name, undefined])) as Figures;

it('has a line for each variant of each workload, with every figure', () => {
  const figures = { ...none, cpuShort: 0.0125, evictions: 3 };
  const text = figuresCsv(
    ['as today', 'tight, in place'].map((variant) => ({
      variant,
      loop: 'closed',
      seed: 1,
      workloads: [{ workload: 'traces/cart', figures }],
    })),
  );
  const [head = '', first = '', second = '', end] = text.split('\r\n');
  expect(head.split(',')).toEqual(['workload', 'variant', 'loop', 'seed', ...FIGURE_NAMES.map(figureColumn)]);
  expect(head).toContain(',cpuShort_share,');
  expect(head).toContain(',cpuSlackCores,');
  const cells = first.split(',');
  expect(cells.slice(0, 4)).toEqual(['traces/cart', 'as today', 'closed', '1']);
  expect(cells[4 + FIGURE_NAMES.indexOf('cpuShort')]).toBe('0.0125');
  expect(cells[4 + FIGURE_NAMES.indexOf('evictions')]).toBe('3');
  expect(cells).toHaveLength(4 + FIGURE_NAMES.length);
  expect(second).toContain('"tight, in place"');
  expect(end).toBe('');
});
