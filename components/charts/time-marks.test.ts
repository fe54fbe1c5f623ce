import { describe, expect, it } from 'vitest';
import { type TimeMark, thinnedOut } from './time-marks';

const mark = (atMs: number, colour = 'red'): TimeMark => ({
  key: `${colour} ${atMs}`,
  atMs,
  colour,
  sign: '▼',
});
const placesOf = (marks: TimeMark[]) => thinnedOut(marks, (atMs) => atMs).map(({ x }) => x);

describe('the marks of a chart over time', () => {
  it('are drawn where they have room, and once where those of a look would touch', () => {
    expect(placesOf([mark(0), mark(4), mark(8), mark(9), mark(30)])).toEqual([0, 9, 30]);
  });

  it('are drawn beside those of another look', () => {
    expect(placesOf([mark(0), mark(2, 'blue'), mark(3), mark(4, 'blue')])).toEqual([0, 2]);
  });

  it('are no more than the chart is wide, however many there are', () => {
    const thousand = Array.from({ length: 1_000 }, (_, index) => mark(index * 0.43));
    expect(placesOf(thousand).length).toBeLessThanOrEqual(430 / 9 + 1);
  });

  it('have no place before the chart has a size', () => {
    expect(thinnedOut([mark(1)], () => undefined)).toEqual([]);
  });
});
