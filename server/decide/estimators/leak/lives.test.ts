import { describe, expect, it } from 'vitest';
import { SavedEvidenceError } from '../estimator';
import { MemoryLives } from './lives';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIB = 2 ** 20;
const START_MS = Date.parse('2026-08-01T00:00:00Z');
const LEAST_MS = 4 * HOUR_MS;

/** Adds a life of `hours` that rises by 40 MiB an hour. @returns when it ended */
function leakFor(lives: MemoryLives, hours: number, startMs: number, from = startMs, instance = 1): number {
  const endMs = startMs + hours * HOUR_MS;
  for (let atMs = from; atMs < endMs; atMs += MINUTE_MS)
    lives.addMemory(
      instance,
      { startMs, isAfterKill: startMs > START_MS },
      (200 + (40 * (atMs - startMs)) / HOUR_MS) * MIB,
      atMs,
    );
  return endMs;
}

function afterLives(count: number): { lives: MemoryLives; endMs: number } {
  const lives = new MemoryLives(LEAST_MS);
  let endMs = START_MS;
  for (let life = 0; life < count; life++) endMs = leakFor(lives, 6, endMs);
  return { lives, endMs };
}

const reloaded = (lives: MemoryLives, untilMs: number) =>
  MemoryLives.load(JSON.parse(JSON.stringify(lives.save() ?? {})), LEAST_MS, untilMs);

describe('the lives of a container', () => {
  it('show a leak once three have ended', () => {
    for (const [count, isFound] of [
      [3, false],
      [4, true],
    ] as const) {
      const { lives } = afterLives(count);
      expect(lives.leak() !== undefined).toBe(isFound);
    }
  });

  it('show it still after some too short to tell, and no more after one that settled', () => {
    const { lives, endMs } = afterLives(4);
    let startMs = leakFor(lives, 6, endMs);
    for (let life = 0; life < 4; life++) startMs = leakFor(lives, 0.3, startMs);
    leakFor(lives, 0.1, startMs);
    expect(lives.leak()).toBeDefined();
    const settling = { startMs: startMs + HOUR_MS, isAfterKill: true };
    for (let minute = 0; minute < 600; minute++)
      lives.addMemory(1, settling, 300 * MIB, settling.startMs + minute * MINUTE_MS);
    expect(lives.leak()).toBeUndefined();
  });

  it('tell whether memory only rises: far, at work that goes on or was killed, and settles in none', () => {
    const only = (hours: number, after: (lives: MemoryLives, endMs: number) => unknown = () => undefined) => {
      const lives = new MemoryLives(LEAST_MS);
      after(lives, leakFor(lives, hours, START_MS));
      return lives.onlyRises;
    };
    expect([only(0.1), only(4), only(6)]).toEqual([false, false, true]);
    const noisy = (lives: MemoryLives, endMs: number) => {
      expect(lives.onlyRises).toBe(true);
      for (let minute = 0; minute < 120; minute++)
        lives.addMemory(
          1,
          { startMs: START_MS, isAfterKill: false },
          (440 + (minute % 7) * 40) * MIB,
          endMs + minute * MINUTE_MS,
        );
    };
    expect(only(6, noisy)).toBe(true);
    const settles = (lives: MemoryLives, endMs: number) => {
      for (let minute = 0; minute < 48 * 60; minute++)
        lives.addMemory(1, { startMs: START_MS, isAfterKill: false }, 440 * MIB, endMs + minute * MINUTE_MS);
    };
    expect(only(6, settles)).toBe(false);
  });

  it('of work that ends soon by itself tell nothing of the next', () => {
    const brief = (isKilled: boolean, minutes = 30) => {
      const lives = new MemoryLives(LEAST_MS);
      for (let minute = 0; minute < minutes; minute++)
        lives.addMemory(
          1,
          { startMs: START_MS, isAfterKill: false },
          (100 + 20 * minute) * MIB,
          START_MS + minute * MINUTE_MS,
        );
      const nextMs = START_MS + minutes * MINUTE_MS;
      lives.addMemory(1, { startMs: nextMs, isAfterKill: isKilled }, 100 * MIB, nextMs);
      return lives.onlyRises;
    };
    expect([brief(false), brief(true), brief(false, 90)]).toEqual([false, true, true]);
  });

  it('end as killed if the next one began after a kill', () => {
    const { lives } = afterLives(4);
    expect(lives.list().map(({ isKilled, isOver }) => [isKilled, isOver])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  it('end as killed if a kill was reported and the pod was replaced', () => {
    const { lives, endMs } = afterLives(1);
    lives.noteKill(1, endMs);
    leakFor(lives, 1, endMs + HOUR_MS, undefined, 2);
    expect(lives.list()[0]).toMatchObject({ isKilled: true, isOver: true });
  });

  it('are not changed by samples from before a start', () => {
    const { lives, endMs } = afterLives(1);
    const before = lives.list();
    lives.addMemory(1, { startMs: endMs, isAfterKill: true }, 900 * MIB, endMs - 1);
    expect(lives.list()).toEqual(before);
  });

  it('are of three containers at most, and of others once one of these is seen no more', () => {
    const lives = new MemoryLives(LEAST_MS);
    for (const instance of [1, 2, 3, 4]) leakFor(lives, 1, START_MS + instance, undefined, instance);
    expect(lives.list()).toHaveLength(3);
    leakFor(lives, 2, START_MS + HOUR_MS, START_MS + 2 * HOUR_MS, 5);
    expect(lives.list().filter(({ isOver }) => !isOver)).toHaveLength(1);
  });

  it('are kept over a restart of the process, also the one that goes on', () => {
    const { lives, endMs } = afterLives(3);
    const middleMs = leakFor(lives, 3, endMs);
    const after = reloaded(lives, middleMs);
    leakFor(lives, 6, endMs, middleMs);
    leakFor(after, 6, endMs, middleMs, 77);
    expect(after.list()).toEqual(lives.list());
    expect(after.leak()).toEqual(lives.leak());
    expect(after.leak()).toBeDefined();
  });

  it('are not kept while none has risen', () => {
    const lives = new MemoryLives(LEAST_MS);
    for (let minute = 0; minute < 600; minute++)
      lives.addMemory(1, { startMs: START_MS, isAfterKill: false }, 200 * MIB, START_MS + minute * MINUTE_MS);
    expect(lives.save()).toBeUndefined();
  });

  it('take at most 2 kB in a checkpoint', () => {
    const lives = new MemoryLives(LEAST_MS);
    for (let life = 0; life < 20; life++)
      for (const instance of [1, 2, 3])
        leakFor(lives, 5.1, START_MS + life * 6 * HOUR_MS + instance * 1234, undefined, instance);
    expect(JSON.stringify(lives.save()).length).toBeLessThan(2500);
  });

  it.each<[string, unknown]>([
    ['a list that is none', { over: 5 }],
    ['too many lives', { over: Array(9).fill({}) }],
    [
      'a life to come',
      { over: [{ startMs: START_MS, lengthMs: 9e15, peakBytes: 1, course: { kind: 'settles' } }] },
    ],
    ['an unknown course', { over: [{ startMs: 1, lengthMs: 1, peakBytes: 1, course: { kind: 'flies' } }] }],
    ['a rise of no amount', { over: [{ startMs: 1, lengthMs: 1, peakBytes: 1, course: { kind: 'rises' } }] }],
    ['parts too short for the life', { going: [{ startMs: 0, lastMs: 1e12, peak: 1, partMs: 1, lows: [] }] }],
    [
      'too many parts',
      { going: [{ startMs: 0, lastMs: 1, peak: 1, partMs: 60000, lows: Array(17).fill(1) }] },
    ],
    ['a low of no amount', { going: [{ startMs: 0, lastMs: 1, peak: 1, partMs: 60000, lows: ['x'] }] }],
  ])('are not read from %s', (_case, saved) => {
    expect(() => MemoryLives.load(saved as Record<string, unknown>, LEAST_MS, START_MS)).toThrow(
      SavedEvidenceError,
    );
  });
});
