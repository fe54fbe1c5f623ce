import { expect, it } from 'vitest';
import { legendLines, titleLines } from './chart-picture';

it('puts the names of a legend side by side, in as many lines as they need', () => {
  const legend = ['Request', 'Target', 'Limit'].map((name) => ({
    name,
    colour: 'red',
    opacity: 1,
    look: 'line' as const,
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

it('breaks a title that is longer than the picture is wide between its words', () => {
  const widthOf = (text: string) => text.length;
  expect(titleLines('CPU use of web, 1 d up to noon', 16, widthOf)).toEqual([
    'CPU use of web,',
    '1 d up to noon',
  ]);
  expect(titleLines('Actions', 16, widthOf)).toEqual(['Actions']);
  expect(titleLines('a-name-longer-than-the-picture of web', 16, widthOf)).toEqual([
    'a-name-longer-than-the-picture',
    'of web',
  ]);
});
