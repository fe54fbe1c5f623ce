import { expect, it } from 'vitest';
import { learnMsOf, longStepsNote, shortPastNote, spanOf } from './counting';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 7, 30);
const past = (days: number) => ({ startMs: NOW - days * DAY_MS, stepMs: DAY_MS / 24, steps: days * 24 });

it('reads more than the days asked for, so that recommenders have learned before anything counts', () => {
  expect([1, 7, 30].map((days) => (NOW - spanOf(days as 1 | 7 | 30, NOW).fromMs) / DAY_MS)).toEqual([
    7.5, 7.5, 38,
  ]);
});

it.each([
  ['everything before the days asked for', past(8), 7, 1],
  ['that too if it is half a day', past(7.5), 7, 0.5],
  ['an eighth of a past as long as the days', past(7), 7, 7 / 8],
  ['an eighth of a shorter one', past(2), 7, 1 / 4],
  ['a day at most of a long one that is too short', past(16), 30, 1],
] as const)('teaches only: %s', (_, workload, days, learned) => {
  expect(learnMsOf(workload, days, NOW) / DAY_MS).toBeCloseTo(learned);
});

it('says that less is kept than was asked for', () => {
  const span = { fromMs: NOW - 2 * DAY_MS, toMs: NOW, learnedFromMs: NOW - 2.25 * DAY_MS };
  expect(shortPastNote(span, 7)).toBe(
    'Usage is kept since 27 Aug 18:00. The first 6 h only teach the recommenders, so 2 d count.',
  );
  expect(shortPastNote({ ...span, fromMs: NOW - 7 * DAY_MS }, 7)).toBeUndefined();
});

it('says what long steps hide', () => {
  expect(longStepsNote(3_600_000)).toContain('steps of 1 h');
  expect(longStepsNote(300_000)).toBeUndefined();
});
