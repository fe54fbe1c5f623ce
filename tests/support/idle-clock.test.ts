import { expect, it } from 'vitest';
import { wallClock } from '@/server/lib/time/clock';
import { IdleClock } from './idle-clock';

const START_MS = 1_000_000;

it('shows what each waited for, in order, however late the machine is', async () => {
  let idleMs = 0;
  const clock = new IdleClock(START_MS, 600, 1, () => idleMs);
  const shown: number[] = [];
  for (const ms of [5_000, 1_000, 1_000]) clock.after(ms, () => shown.push(clock.now() - START_MS));
  const last = clock.sleep(9_000);
  idleMs = 1_000;
  expect(clock.now()).toBe(START_MS + 1_000);
  while (clock.now() < START_MS + 9_000) {
    await wallClock.sleep(1);
    idleMs += 100;
  }
  await last;
  expect(shown).toEqual([1_000, 1_000, 5_000]);
});

it('stands still while the process works', () => {
  const clock = new IdleClock(START_MS, 1_000, 1, () => 0);
  const until = performance.now() + 5;
  while (performance.now() < until);
  expect(clock.now()).toBe(START_MS);
});

it('does not make up for the time in which something waited that was called off', () => {
  let idleMs = 0;
  const clock = new IdleClock(START_MS, 1, 1, () => idleMs);
  const callOff = clock.after(10, () => {});
  idleMs = 500;
  callOff();
  expect(clock.now()).toBe(START_MS + 10);
  idleMs += 7;
  expect(clock.now()).toBe(START_MS + 17);
});

it('runs at another speed from now on', async () => {
  let idleMs = 0;
  const clock = new IdleClock(START_MS, 1, 1, () => idleMs);
  const due = clock.sleep(10_000);
  idleMs = 100;
  clock.pace(1_000_000);
  expect(clock.now()).toBe(START_MS + 100);
  idleMs += 1;
  await due;
  expect(clock.now()).toBe(START_MS + 10_000);
});
