import { describe, expect, it } from 'vitest';
import type { RequestTotals } from '@/server/contract/workloads';
import { pastColumns, pastFile, pastPicture, rowAt } from './past-picture';

const HOUR_MS = 3_600_000;
const amounts = (requested: number, recommended: number, kept: number, used: number) => ({
  requested,
  recommended,
  kept,
  used,
});
const NOTHING = amounts(0, 0, 0, 0);
const NOW = {
  ...amounts(4000, 3000, 2000, 500),
  over: 2000,
  short: 1000,
  overWorkloads: 1,
  shortWorkloads: 1,
  missing: { request: 0, target: 0, use: 0 },
  leftOut: { waiting: 0, vpas: 0 },
} satisfies RequestTotals;
const step = (hours: number, cpu: ReturnType<typeof amounts>) => ({
  atMs: hours * HOUR_MS,
  known: 2,
  cpu,
  memory: NOTHING,
});
const past = (...steps: ReturnType<typeof step>[]) => ({
  state: 'read' as const,
  fromMs: 0,
  atMs: 3.5 * HOUR_MS,
  stepMs: HOUR_MS,
  steps,
});

describe('the picture of the past', () => {
  it('is written to a file with the unit of each amount, and times in UTC', () => {
    const { rows } = pastPicture(past(step(3, amounts(2000, 2500, 1500, 1000))), 'cpu', NOW, 3.5 * HOUR_MS);
    expect(pastFile('cpu', rows).split('\r\n').slice(0, 2)).toEqual([
      'time,requested (millicores),recommended (millicores),to free (millicores),to add (millicores),used (millicores),containers',
      '1970-01-01T03:00:00.000Z,2000,2500,500,1000,1000,2',
    ]);
  });

  it('has what is to free and what is to add on each other, then the present', () => {
    const picture = pastPicture(past(step(3, amounts(2000, 2500, 1500, 1000))), 'cpu', NOW, 4 * HOUR_MS);
    expect(picture.ticks).toEqual([0, 2500, 5000]);
    expect(picture.paths).toEqual({
      kept: 'M0 1V0.7H0.5V1ZM0.5 1V0.6H1V1Z',
      over: 'M0 0.7V0.6H0.5V0.7ZM0.5 0.6V0.2H1V0.6Z',
      short: 'M0 0.6V0.4H0.5V0.6ZM0.5 0.2V0H1V0.2Z',
      used: 'M0 0.8H0.5V0.9H1',
    });
  });

  it('breaks the line where nothing is known', () => {
    const picture = pastPicture(past(step(1, NOTHING), step(3, NOTHING)), 'cpu', NOW, 3 * HOUR_MS);
    expect(picture.paths.used).toMatch(/^M0 1H.+M.+ 1H.+$/);
    expect(rowAt(picture, 0.5)).toBeUndefined();
    expect(rowAt(picture, 0.1)).toMatchObject({ atMs: HOUR_MS });
  });

  it('begins with what is known, so that a young history fills it', () => {
    const day = { ...past(step(22, NOTHING), step(23, NOTHING)), atMs: 23.5 * HOUR_MS };
    const picture = pastPicture(day, 'cpu', NOW, 23.5 * HOUR_MS);
    expect([picture.fromMs, picture.toMs]).toEqual([21 * HOUR_MS, 23.5 * HOUR_MS]);
  });

  it('takes the present for the step that is not over', () => {
    const picture = pastPicture(
      { ...past(step(2, NOTHING)), atMs: 3.6 * HOUR_MS },
      'cpu',
      NOW,
      3.8 * HOUR_MS,
    );
    expect(picture.rows.map(({ fromMs, atMs }) => [fromMs / HOUR_MS, atMs / HOUR_MS])).toEqual([
      [1, 2],
      [2, 3.8],
    ]);
  });

  it('ends with what is known: an old reading is not drawn up to the present', () => {
    const old = past(step(1, NOTHING), step(4, NOTHING));
    const picture = pastPicture(old, 'cpu', NOW, 23 * HOUR_MS);
    expect(picture).toMatchObject({ fromMs: 0, toMs: 4 * HOUR_MS, knownUntilMs: 4 * HOUR_MS });
    expect(picture.rows).toHaveLength(2);
    expect(pastPicture(old, 'cpu', NOW, 4 * HOUR_MS)).not.toHaveProperty('knownUntilMs');
  });

  it('has the steps of a chosen time alone, and none where nothing is known of it', () => {
    const whole = past(step(1, NOTHING), step(2, NOTHING), step(3, NOTHING));
    const chosen = (fromHours: number, toHours: number) =>
      pastPicture(whole, 'cpu', NOW, 4 * HOUR_MS, {
        fromMs: fromHours * HOUR_MS,
        toMs: toHours * HOUR_MS,
      }).rows.map(({ atMs }) => atMs / HOUR_MS);
    expect(chosen(1.2, 1.9)).toEqual([2]);
    expect(chosen(1.5, 2.5)).toEqual([2, 3]);
    expect(chosen(-9, -8)).toEqual([]);
  });

  it('shows the present alone while there is no past', () => {
    const picture = pastPicture(past(), 'cpu', NOW, 4 * HOUR_MS);
    expect(picture.rows).toEqual([{ fromMs: 3 * HOUR_MS, atMs: 4 * HOUR_MS, amounts: NOW }]);
  });

  it('is told in words', () => {
    const [row] = pastPicture(past(step(3, amounts(2000, 2500, 1500, 1000))), 'cpu', NOW, 4 * HOUR_MS).rows;
    const words = pastColumns('cpu').map(({ label, words: said }) => `${label} ${row && said(row)}`);
    expect(words.slice(1)).toEqual([
      'Requested 2 cores',
      'Recommended 2.5 cores',
      'To free 500m',
      'To add 1 core',
      'Used 1 core',
      'Containers 2',
    ]);
  });
});
