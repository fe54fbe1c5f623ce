import { describe, expect, it } from 'vitest';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { RunLabel } from '@/server/lib/time/repeat';
import { PassLoop } from './loop';
import type { PassOutcome } from './metrics';
import type { PassResult } from './pass';

const MINUTE_MS = 60_000;

function loopOver(run: (count: number, stopping: AbortSignal) => Promise<PassResult> | PassResult) {
  const clock = new ManualClock(0);
  const wallClock = new ManualClock(0);
  const runs: RunLabel[] = [];
  const outcomes: PassOutcome[] = [];
  const startedAt: number[] = [];
  const loop = new PassLoop({
    intervalMs: MINUTE_MS,
    clock,
    wallClock,
    log: silentLogger,
    loops: { ran: (_loop, outcome) => runs.push(outcome) },
    pass: {
      run: async (stopping) => {
        startedAt.push(clock.now());
        return run(startedAt.length, stopping);
      },
    },
    ended: (outcome) => outcomes.push(outcome),
  });
  return { clock, wallClock, runs, outcomes, startedAt, loop };
}

/** Lets time pass in steps, so that a step sets its timers before the next. */
async function pass(clock: ManualClock, ms: number, stepMs: number): Promise<void> {
  await clock.advance(0);
  for (let left = ms; left > 0; left -= stepMs) await clock.advance(stepMs);
}

const DONE: PassResult = {
  outcome: 'done',
  view: { atMs: 0, durationMs: 1, vpas: 1, containers: 1, samples: 1, statusWrites: 1, checkpointWrites: 1 },
};

describe('the loop of passes', () => {
  it('runs one at once and then one every interval', async () => {
    const { clock, loop, startedAt, outcomes } = loopOver(() => DONE);
    loop.start();
    await pass(clock, 3 * MINUTE_MS, MINUTE_MS / 2);
    expect(startedAt).toEqual([0, MINUTE_MS, 2 * MINUTE_MS, 3 * MINUTE_MS]);
    expect(outcomes).toEqual(['done', 'done', 'done', 'done']);
    await loop.stop();
  });

  it('goes on a minute later when the clock is set back by an hour', async () => {
    const { clock, loop, startedAt } = loopOver(() => DONE);
    loop.start();
    clock.set(60 * MINUTE_MS);
    await pass(clock, MINUTE_MS, MINUTE_MS / 2);
    clock.set(-60 * MINUTE_MS);
    await pass(clock, 3 * MINUTE_MS, MINUTE_MS / 2);
    expect(startedAt.slice(-2)).toEqual([3 * MINUTE_MS, 4 * MINUTE_MS]);
    await loop.stop();
  });

  it('never overlaps two: those that fall into a long pass are skipped', async () => {
    let release = (): void => {};
    const { clock, loop, startedAt, outcomes } = loopOver((count) =>
      count > 1 ? DONE : new Promise((resolve) => (release = () => resolve(DONE))),
    );
    loop.start();
    await pass(clock, 2.5 * MINUTE_MS, MINUTE_MS / 2);
    expect(startedAt).toEqual([0]);
    release();
    await pass(clock, MINUTE_MS, MINUTE_MS / 2);
    expect(startedAt).toEqual([0, 3 * MINUTE_MS]);
    expect(outcomes).toEqual(['done', 'skipped', 'skipped', 'done']);
    await loop.stop();
  });

  it('retries a failed pass soon, in real time, and keeps the rhythm', async () => {
    const { clock, wallClock, loop, outcomes, runs, startedAt } = loopOver((count) => {
      if (count === 1) throw new Error('out of luck');
      return DONE;
    });
    loop.start();
    await pass(wallClock, 1000, 50);
    expect(outcomes).toEqual(['failed', 'done']);
    expect(runs).toEqual(['failed', 'later']);
    await pass(clock, MINUTE_MS, MINUTE_MS / 2);
    expect(startedAt).toEqual([0, 0, MINUTE_MS]);
    await loop.stop();
  });

  it('checks again soon, in real time, while the caches are filling', async () => {
    const { clock, wallClock, loop, outcomes } = loopOver((count) =>
      count < 3 ? { outcome: 'not-ready' } : DONE,
    );
    loop.start();
    await pass(wallClock, 1000, 50);
    expect(outcomes).toEqual(['not-ready', 'not-ready', 'done']);
    expect(loop.lastPass).toEqual(DONE.view);
    expect(clock.now()).toBe(0);
    await loop.stop();
  });

  it('looks again at least every half second, however long the caches take to fill', async () => {
    const { wallClock, loop, outcomes } = loopOver((count) => (count < 40 ? { outcome: 'not-ready' } : DONE));
    loop.start();
    await pass(wallClock, 20_000, 50);
    expect(outcomes.at(-1)).toBe('done');
    await loop.stop();
  });

  it('ends the current pass early when it stops, which is no failure', async () => {
    const { loop, outcomes, runs } = loopOver(
      (_, stopping) =>
        new Promise((_resolve, reject) => stopping.addEventListener('abort', () => reject(stopping.reason))),
    );
    loop.start();
    await loop.stop();
    expect(outcomes).toEqual(['partial']);
    expect(runs).toEqual([]);
  });

  it('waits for the current pass when it stops', async () => {
    let release = (): void => {};
    const { loop, outcomes } = loopOver(() => new Promise((resolve) => (release = () => resolve(DONE))));
    loop.start();
    const stopped = loop.stop();
    expect(outcomes).toEqual([]);
    release();
    await stopped;
    expect(outcomes).toEqual(['done']);
  });
});
