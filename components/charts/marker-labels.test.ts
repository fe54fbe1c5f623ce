import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelWidth, placeLabels, plotWidth } from './marker-labels';

const marker = (id: string, x: number, label = 'p50 136m') => ({ id, x, label });

describe('labels of markers', () => {
  it('are in one row if there is room', () => {
    expect(placeLabels([marker('a', 0), marker('b', 200)]).map((placed) => placed.row)).toEqual([0, 0]);
  });

  it('move up when markers are close', () => {
    expect(
      placeLabels([marker('b', 20), marker('a', 0), marker('c', 300)]).map(({ id, row }) => [id, row]),
    ).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ]);
  });

  it('never overlap, and no line runs through a label', () => {
    const markers = fc.array(
      fc.record({
        id: fc.string(),
        x: fc.double({ min: 0, max: 600, noNaN: true }),
        label: fc.string({ maxLength: 20 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(markers, (given) => {
        const placed = placeLabels(given);
        for (const [index, left] of placed.entries()) {
          for (const right of placed.slice(index + 1)) {
            const reaches = right.x < left.x + labelWidth(left.label);
            expect(reaches && right.row >= left.row).toBe(false);
          }
        }
      }),
    );
  });

  it('end where the chart ends: the plot is as much narrower as that takes', () => {
    const markers = [marker('a', 500, 'p50 p90 p95 811 MiB'), marker('b', 30)];
    const width = plotWidth(markers, 600);
    expect((500 / 600) * width + labelWidth('p50 p90 p95 811 MiB')).toBeCloseTo(600);
    expect(plotWidth([marker('a', 0), marker('b', 300)], 600)).toBe(600);
  });
});
