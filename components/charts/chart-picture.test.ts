import { expect, it } from 'vitest';
import { legendLines } from './chart-picture';

it('puts the names of a legend side by side, in as many lines as they need', () => {
  const legend = ['Request', 'Target', 'Limit'].map((name) => ({
    name,
    colour: 'red',
    opacity: 1,
    isDashed: false,
    isBand: false,
  }));
  const lines = legendLines(legend, 160, () => 50);
  expect(lines.map((line) => line.map(({ entry, x }) => [entry.name, x]))).toEqual([
    [
      ['Request', 0],
      ['Target', 88],
    ],
    [['Limit', 0]],
  ]);
  expect(legendLines([], 160, () => 50)).toEqual([]);
  expect(legendLines(legend, 10, () => 50)).toHaveLength(3);
});
