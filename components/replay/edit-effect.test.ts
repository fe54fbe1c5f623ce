import { expect, it } from 'vitest';
import type { FigureName } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import { editLines, savedWords, shortageOf } from './edit-effect';

const variant = (name: string, totals: Partial<Record<FigureName, number>>): VariantOutcome => ({
  name,
  summary: Object.fromEntries(
    Object.entries(totals).map(([figure, total]) => [
      figure,
      { total, median: total, p95: total, worst: [] },
    ]),
  ),
});
const saved = variant('as saved', { evictions: 2, coreHours: 336, gibHours: 168 });
const edited = variant('this edit', { evictions: 5, coreHours: 168, gibHours: 252, oomsADay: 1 });

it('compares what both have', () => {
  expect(editLines([saved, edited])).toEqual([
    { label: 'Evictions', before: '2', after: '5' },
    { label: 'CPU requested', before: '336 core-h', after: '168 core-h' },
    { label: 'Memory requested', before: '168 GiB-h', after: '252 GiB-h' },
  ]);
});

it('says what is saved on average', () => {
  expect(savedWords([saved, edited], 168)).toBe(
    'It requests 1 core less CPU and 512 MiB more memory, on average.',
  );
  expect(savedWords([saved, saved], 168)).toBe('It requests the same.');
  expect(savedWords([], 0)).toBe('It requests the same.');
});

it.each([
  [
    { oomsADay: 0.1 },
    { oomsADay: 0.4 },
    true,
    'Worse: OOM kills of each container 0.4 a day instead of 0.1 a day.',
  ],
  [{ cpuShort: 0.01 }, { cpuShort: 0.05 }, true, 'Worse: time short of CPU 5 % instead of 1 %.'],
  [{ memoryShort: 0.0002 }, { memoryShort: 0.0004 }, false, 'No more shortage than now.'],
  [
    { memoryShort: 0.05, oomsADay: 1 },
    { memoryShort: 0.01, oomsADay: 2 },
    true,
    'Worse: OOM kills of each container 2 a day instead of 1 a day.',
  ],
  [{ cpuShort: 1 }, { cpuShort: 0 }, false, 'Less shortage: time short of CPU 0 % instead of 100 %.'],
  [{}, {}, false, 'No more shortage than now.'],
])('says of shortage before all else: %j, then %j', (before, after, isWorse, words) => {
  expect(shortageOf([variant('now', before), variant('then', after)])).toEqual({ isWorse, words });
});
