import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff';
import { ManualClock } from './clock';
import { type RunLabel, type RunOutcome, repeat, type Work } from './repeat';

const SECOND_MS = 1_000;

/** A loop that runs `run`, with the outcomes; both clocks only move when told. */
function loopOver(
  run: (count: number, signal: AbortSignal) => RunOutcome | undefined | Promise<RunOutcome | undefined>,
  options: Partial<Work> = {},
) {
  const clock = new ManualClock(0);
  const wallClock = new ManualClock(0);
  const runs: RunLabel[] = [];
  const startedAt: number[] = [];
  const errors: unknown[] = [];
  const loop = repeat({
    name: 'test',
    everyMs: 10 * SECOND_MS,
    backoff: new Backoff({ firstMs: SECOND_MS, longestMs: 4 * SECOND_MS }, () => 0),
    clock,
    wallClock,
    loops: {
      ran: (_loop, outcome, _seconds, error) => {
        runs.push(outcome);
        if (error !== undefined) errors.push(error);
      },
    },
    run: (signal) => {
      startedAt.push(clock.now());
      return run(startedAt.length, signal);
    },
    ...options,
  });
  return { clock, wallClock, loop, runs, startedAt, errors };
}

/** Lets time pass second by second, so that a run sets its timers before the next. */
async function pass(clock: ManualClock, seconds: number): Promise<void> {
  await clock.advance(0);
  for (let left = seconds; left > 0; left--) await clock.advance(SECOND_MS);
}

describe('repeat', () => {
  it('runs at once and then after every interval', async () => {
    const { clock, loop, startedAt, runs } = loopOver(() => undefined);
    await pass(clock, 20);
    expect(startedAt).toEqual([0, 10_000, 20_000]);
    expect(runs).toEqual(['done', 'done', 'done']);
    await loop.stop();
  });

  it('waits for the first run too if asked', async () => {
    const { clock, loop, startedAt } = loopOver(() => 'done', { waitsFirst: true });
    await pass(clock, 10);
    expect(startedAt).toEqual([10_000]);
    await loop.stop();
  });

  it('runs again when a run says so', async () => {
    const { clock, loop, startedAt, runs } = loopOver((count) => (count === 1 ? { laterMs: 3_000 } : 'done'));
    await pass(clock, 5);
    expect(startedAt).toEqual([0, 3_000]);
    expect(runs).toEqual(['later', 'done']);
    await loop.stop();
  });

  it.each<[string, () => RunOutcome | Promise<RunOutcome>]>([
    ['says so', () => 'retry'],
    [
      'throws at once',
      () => {
        throw new Error('out of luck');
      },
    ],
    ['rejects', () => Promise.reject(new Error('out of luck'))],
    ['throws what is no error', () => Promise.reject(undefined)],
    ['cannot say when to come back', () => ({ laterMs: Number.NaN })],
    ['cannot say how long to hold off', () => ({ retryAfterMs: Number.NaN })],
  ])('tries again after doubling pauses of real time when a run %s', async (_, fail) => {
    const { clock, wallClock, loop, startedAt } = loopOver(fail);
    const counts: number[] = [];
    for (let second = 0; second < 12; second++) {
      await pass(wallClock, 1);
      counts.push(startedAt.length);
    }
    expect(counts).toEqual([2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]);
    expect(clock.now()).toBe(0);
    await loop.stop();
  });

  it('starts with the first pause again after a successful run', async () => {
    const { clock, wallClock, loop, startedAt } = loopOver((count) => (count === 3 ? 'done' : 'retry'));
    await pass(wallClock, 3);
    expect(startedAt).toHaveLength(3);
    await pass(clock, 10);
    await pass(wallClock, 1);
    expect(startedAt).toHaveLength(5);
    await loop.stop();
  });

  it('waits at least as long as the server asked for', async () => {
    const { wallClock, loop, startedAt } = loopOver(() => ({ retryAfterMs: 9_000 }));
    await pass(wallClock, 8);
    expect(startedAt).toHaveLength(1);
    await pass(wallClock, 1);
    expect(startedAt).toHaveLength(2);
    await loop.stop();
  });

  it('reports what a run threw', async () => {
    const error = new Error('out of luck');
    const { wallClock, loop, runs, errors } = loopOver((count) => {
      if (count === 1) throw error;
      return 'done';
    });
    await pass(wallClock, 1);
    expect(runs).toEqual(['failed', 'done']);
    expect(errors).toEqual([error]);
    await loop.stop();
  });

  it('ends for good when a run gives up', async () => {
    const { clock, loop, startedAt } = loopOver(() => 'give-up');
    await loop.ended;
    await pass(clock, 30);
    expect(startedAt).toEqual([0]);
  });

  it('runs at once when woken, also right after the run it is woken in', async () => {
    const { clock, loop, startedAt } = loopOver(() => 'done');
    await pass(clock, 1);
    loop.wake();
    await pass(clock, 1);
    expect(startedAt).toEqual([0, 1_000]);
    const other = loopOver((count) => {
      if (count === 2) other.loop.wake();
      return { laterMs: Number.POSITIVE_INFINITY };
    });
    await pass(other.clock, 1);
    other.loop.wake();
    await pass(other.clock, 2);
    expect(other.startedAt).toHaveLength(3);
    await Promise.all([loop.stop(), other.loop.stop()]);
  });

  it('waits for its back-off however often it is woken', async () => {
    const { wallClock, loop, startedAt } = loopOver(() => 'retry');
    await pass(wallClock, 0);
    loop.wake();
    loop.wake();
    await pass(wallClock, 0);
    expect(startedAt).toHaveLength(1);
    await loop.stop();
  });

  it('aborts the current run when it stops, and does not count that as a failure', async () => {
    const { loop, runs } = loopOver(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await loop.stop();
    expect(runs).toEqual([]);
  });

  it('lets other work run between two runs without a pause', async () => {
    const { loop, startedAt } = loopOver(() => 'done', { everyMs: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    await loop.stop();
    expect(startedAt.length).toBeGreaterThan(0);
  });
});
