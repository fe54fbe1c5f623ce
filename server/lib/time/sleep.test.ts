import { expect, it } from 'vitest';
import { acceleratedClock, wallClock } from './clock';

it.each([
  ['real time', wallClock],
  ['a fast clock', acceleratedClock(Date.UTC(2026, 10, 30), 60)],
])('nothing that sleeps by %s wakes before its time', async (_, clock) => {
  const early: number[] = [];
  const sleeps = Array.from({ length: 200 }, async (_one, index) => {
    const ms = (1 + index * 0.13) * clock.speed;
    const since = clock.steady();
    await clock.sleep(ms);
    const slept = clock.steady() - since;
    // A fast clock shows whole milliseconds.
    if (slept < Math.floor(ms)) early.push(ms - slept);
  });
  await Promise.all(sleeps);
  expect(early).toEqual([]);
});
