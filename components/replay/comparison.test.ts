import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type FigureName } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import { comparison, worstOf } from './comparison';

const variant = (name: string, totals: Partial<Record<FigureName, number>>): VariantOutcome => ({
  name,
  summary: Object.fromEntries(
    Object.entries(totals).map(([figure, total]) => [
      figure,
      { total, median: total / 2, p95: total, worst: [{ workload: 'shop/web', value: total }] },
    ]),
  ),
});
const both = [
  variant('a', { cost: 10, evictions: 3, oomFreeDays: 0.9, cpuShort: 0.01 }),
  variant('b', { cost: 8, evictions: 3, oomFreeDays: 1, cpuShort: 0.02 }),
];

function rowOf(figure: FigureName, variants = both, isWhole = true, workloads = 1) {
  return comparison(variants, { isWhole, workloads })
    .flatMap(({ rows }) => rows)
    .find((row) => row.figure === figure);
}

describe('the comparison of variants', () => {
  it.each<[FigureName, boolean[]]>([
    ['cost', [false, true]],
    ['cpuShort', [true, false]],
    ['oomFreeDays', [false, true]],
    ['evictions', [false, false]],
  ])('marks the best of %s, and none of equals', (figure, best) => {
    expect(rowOf(figure)?.cells.map(({ isBest }) => isBest)).toEqual(best);
  });

  it.each<[string, Partial<Record<FigureName, number>>]>([
    ['short of CPU', { cpuShort: 0.22 }],
    ['short of memory', { memoryShort: 0.02 }],
    ['killed too often', { oomsADay: 0.4 }],
  ])('calls nothing best that is %s, but says where it is short', (_what, short) => {
    const [figure = 'cpuShort'] = Object.keys(short) as FigureName[];
    const starved = [
      variant('a', { cost: 1, evictions: 0, ...short }),
      variant('b', { cost: 2, evictions: 4 }),
    ];
    expect(rowOf('cost', starved)?.cells.map(({ isBest }) => isBest)).toEqual([false, true]);
    expect(rowOf('evictions', starved)?.cells.map(({ isBest }) => isBest)).toEqual([false, true]);
    const all = starved.map(({ name, summary }) => ({
      name,
      summary: { ...summary, ...starved[0]?.summary },
    }));
    expect(rowOf('cost', all)?.cells.some(({ isBest }) => isBest)).toBe(false);
    expect(rowOf(figure, [...starved, variant('c', { [figure]: 9 })])?.cells[0]?.isBest).toBe(true);
  });

  it('marks no slack below zero', () => {
    const tight = [
      variant('a', { cpuSlack: -0.4 }),
      variant('b', { cpuSlack: 0.1 }),
      variant('c', { cpuSlack: 0.3 }),
    ];
    expect(rowOf('cpuSlack', tight)?.cells.map(({ isBest }) => isBest)).toEqual([false, true, false]);
    expect(rowOf('cpuSlack', tight.slice(0, 1))?.cells[0]?.isBest).toBe(false);
  });

  it('marks no difference that cannot be read', () => {
    const close = [variant('a', { cost: 10.001 }), variant('b', { cost: 10.002 })];
    expect(rowOf('cost', close)?.cells.map(({ isBest }) => isBest)).toEqual([false, false]);
  });

  it('has a dash where nothing is known, and no row where nobody knows', () => {
    const half = [variant('a', { cost: 1 }), variant('b', {})];
    expect(rowOf('cost', half)?.cells.map(({ text }) => text)).toEqual(['1.00', '–']);
    expect(rowOf('gibHours', half)).toBeUndefined();
  });

  it('has median and p95 for several workloads only', () => {
    expect(rowOf('evictions', both, true, 1)?.cells[0]?.spread).toBeUndefined();
    expect(rowOf('evictions', both, true, 5)?.cells[0]?.spread).toBe('median 2, p95 3');
  });

  it('has every figure once when asked for all', () => {
    const all = [variant('a', Object.fromEntries(FIGURE_NAMES.map((name) => [name, 1])))];
    const shown = (isWhole: boolean) =>
      comparison(all, { isWhole, workloads: 1 }).flatMap(({ rows }) => rows.map(({ figure }) => figure));
    expect([...shown(true)].sort()).toEqual([...FIGURE_NAMES].sort());
    expect(shown(false).length).toBeLessThan(shown(true).length);
  });

  it.each<[FigureName, number, string[]]>([
    ['cpuShort', 0, []],
    ['cpuShort', 0.2, ['shop/web']],
    ['cpuSlack', -0.3, []],
    ['oomFreeDays', 1, []],
    ['oomFreeDays', 0.5, ['shop/web']],
  ])('names no workload as bad by %s where it is %d: %j', (figure, value, named) => {
    const [only] = worstOf([variant('a', { [figure]: value })], figure);
    expect(only?.worst.map(({ workload }) => workload)).toEqual(named);
  });

  it('names the worst workloads of a figure under each variant', () => {
    expect(worstOf(both, 'evictions')).toEqual([
      { name: 'a', worst: [{ workload: 'shop/web', text: '3' }] },
      { name: 'b', worst: [{ workload: 'shop/web', text: '3' }] },
    ]);
  });
});
