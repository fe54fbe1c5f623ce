import { describe, expect, it } from 'vitest';
import { blockOf, summaryOfRatios } from './ratios';

const of = (ratio: number, weight = 1, block = `${ratio}`) => ({ ratio, weight, block });

describe('ratios of series', () => {
  it('have a geometric mean, one by weight, and a share that is lower', () => {
    // √(0.5 · 2) = 1. By weight: exp((3 ln 0.5 + ln 2) / 4) = 2^(−1/2).
    const summary = summaryOfRatios([of(0.5, 3), of(2, 1)]);
    expect(summary).toMatchObject({ series: 2, lower: 0.5 });
    expect(summary?.mean).toBeCloseTo(1);
    expect(summary?.weighted).toBeCloseTo(Math.SQRT1_2);
  });

  it('have an interval around the mean that is the same each time', () => {
    const ratios = Array.from({ length: 40 }, (_, index) => of(0.8 + 0.01 * index));
    const summary = summaryOfRatios(ratios);
    const [low = 0, high = 0] = summary?.interval ?? [];
    expect(low).toBeLessThan(summary?.mean ?? 0);
    expect(high).toBeGreaterThan(summary?.mean ?? 0);
    expect(high - low).toBeLessThan(0.1);
    expect(summaryOfRatios(ratios)?.interval).toEqual([low, high]);
  });

  it('have a wider interval where series of one block resemble each other', () => {
    const ratios = Array.from({ length: 40 }, (_, index) => of(index % 4 < 2 ? 0.8 : 1.1, 1, `${index}`));
    const alike = ratios.map((one, index) => ({ ...one, block: `${index % 4}` }));
    const widthOf = (all: typeof ratios) => {
      const [low = 0, high = 0] = summaryOfRatios(all)?.interval ?? [];
      return high - low;
    };
    expect(widthOf(alike)).toBeGreaterThan(2 * widthOf(ratios));
  });

  it('are nothing without series', () => {
    expect(summaryOfRatios([])).toBeUndefined();
  });

  it.each([
    ['bitbrains-005', 'bitbrains-024', true],
    ['bitbrains-024', 'bitbrains-025', false],
    ['azure-00', 'azure-19', true],
    ['nab-ec2-cpu-24ae8d', 'nab-rds-cpu-24ae8d', false],
    ['leak', 'step', false],
  ])('%s and %s are of one block: %s', (a, b, isSame) => {
    expect(blockOf(a) === blockOf(b)).toBe(isSame);
  });
});
