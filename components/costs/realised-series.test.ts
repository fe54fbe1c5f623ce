import { describe, expect, it } from 'vitest';
import type { Realised } from '@/server/contract/costs';
import { realisedColumns, realisedSeries, realisedTotals } from './realised-series';

const HOUR_MS = 3_600_000;
const SINCE_MS = Date.UTC(2026, 10, 15);
const none = { cpu: 0, memory: 0 };
const step = (hours: number, saved: number) => ({
  atMs: SINCE_MS + hours * HOUR_MS,
  saved: { cpu: saved, memory: 0 },
  grown: none,
  known: 3,
});
const realised = (steps: Realised['steps']): Realised => ({
  sinceMs: SINCE_MS,
  fromMs: SINCE_MS,
  atMs: SINCE_MS + 5.5 * HOUR_MS,
  saved: none,
  grown: none,
  compared: 3,
  notKnown: 0,
  notPriced: 0,
  steps,
  stepMs: HOUR_MS,
});

describe('the line of what was saved', () => {
  it('is a month in money for each step, with gaps where nothing is known', () => {
    const { rows } = realisedSeries(realised([step(1, 0.1), step(2, 0.2), step(4, 0.3)]), 'USD');
    expect(rows.map(({ atMs, saved }) => [(atMs - SINCE_MS) / HOUR_MS, saved])).toEqual([
      [1, 73],
      [2, 146],
      [3, undefined],
      [4, 219],
    ]);
    const [time, saved] = realisedColumns('USD');
    expect(rows.map((row) => saved?.words(row))).toEqual([
      '$73.00 a month',
      '$146.00 a month',
      undefined,
      '$219.00 a month',
    ]);
    expect(time?.label).toBe('Time');
  });

  it('is in cores without prices', () => {
    const { rows } = realisedSeries(realised([step(1, 1500)]), undefined);
    expect(rows[0]?.saved).toBe(1.5);
  });

  it('adds up over the steps that are known', () => {
    const { saved, hours } = realisedTotals(realised([step(1, 0.1), step(2, 0.2), step(4, 0.3)]));
    expect(saved.cpu).toBeCloseTo(0.6);
    expect(hours).toBe(3);
  });

  it('is empty if nothing is known', () => {
    expect(realisedSeries(realised([]), 'USD').isKnown).toBe(false);
  });
});
