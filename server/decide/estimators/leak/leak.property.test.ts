import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { bytesForLife, type Leak } from './leak';
import { MemoryLives } from './lives';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const START_MS = Date.parse('2026-08-01T00:00:00Z');
const LEAST_MS = 4 * HOUR_MS;

/** MiB of a container that has run for `ageHours`. */
type Memory = (ageHours: number) => number;

interface World {
  readonly memory: Memory;
  /** Each sample is so much of itself more or less, at most. */
  readonly noise: number;
  /** When it is killed: a limit in MiB, which grows by a fifth each time; or never. */
  readonly limitMib: number;
  readonly growsTo: number;
  /** Hours after which its pod is replaced. */
  readonly rolloutHours: number;
  readonly days: number;
  readonly seed: number;
}

/** Lives through it minute by minute. @returns the leaks known at the end of each hour */
function live(world: World): (Leak | undefined)[] {
  const lives = new MemoryLives(LEAST_MS);
  const random = pseudoRandom(world.seed);
  const found: (Leak | undefined)[] = [];
  let { limitMib } = world;
  let [startMs, instance, isAfterKill] = [START_MS, 1, false];
  for (let atMs = START_MS; atMs < START_MS + world.days * 24 * HOUR_MS; atMs += MINUTE_MS) {
    const ageHours = (atMs - startMs) / HOUR_MS;
    const mib = world.memory(ageHours) * (1 + world.noise * (2 * random() - 1));
    lives.addMemory(instance, { startMs, isAfterKill }, Math.min(mib, limitMib) * MIB, atMs);
    if (mib >= limitMib) {
      limitMib = Math.min(limitMib * 1.2, Math.max(limitMib, world.growsTo));
      [startMs, isAfterKill] = [atMs + MINUTE_MS, true];
    } else if (ageHours >= world.rolloutHours) {
      [startMs, instance, isAfterKill] = [atMs + MINUTE_MS, instance + 1, false];
    }
    if (atMs % HOUR_MS === 0) found.push(lives.leak());
  }
  return found;
}

/** Numerical Recipes' linear congruential generator, 0 to 1. */
function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const NEVER = Number.POSITIVE_INFINITY;
const base = fc.double({ min: 50, max: 2000, noNaN: true });
const seed = fc.nat();
const noise = fc.double({ min: 0, max: 0.02, noNaN: true });
const RUNS = { numRuns: runs(100), endOnFailure: true };

describe('no leak is found in', () => {
  const isClean = (world: World) => live(world).every((leak) => leak === undefined);

  it('a container that stays as it is, however often it is replaced', () => {
    fc.assert(
      fc.property(
        base,
        fc.double({ min: 0.5, max: 48, noNaN: true }),
        seed,
        noise,
        (mib, rolloutHours, of, by) =>
          isClean({
            memory: () => mib,
            noise: by,
            limitMib: NEVER,
            growsTo: 0,
            rolloutHours,
            days: 6,
            seed: of,
          }),
      ),
      RUNS,
    );
  });

  it('a cache that fills straight within four hours and is killed on the way, with more memory after each kill', () => {
    fc.assert(
      fc.property(
        base,
        fc.double({ min: 1.5, max: 20, noNaN: true }),
        fc.double({ min: 0.2, max: 4, noNaN: true }),
        seed,
        noise,
        (mib, times, hours, of, by) =>
          isClean({
            memory: (age) => mib * (1 + (times - 1) * Math.min(1, age / hours)),
            noise: by,
            limitMib: mib * 1.3,
            growsTo: NEVER,
            rolloutHours: NEVER,
            days: 6,
            seed: of,
          }),
      ),
      RUNS,
    );
  });

  it('a cache that fills within minutes, killed on the way, with more memory after each kill', () => {
    fc.assert(
      fc.property(
        base,
        fc.double({ min: 1.5, max: 20, noNaN: true }),
        fc.double({ min: 2, max: 30, noNaN: true }),
        seed,
        noise,
        (mib, times, minutes, of, by) =>
          isClean({
            memory: (age) => mib * (1 + (times - 1) * Math.min(1, (age * 60) / minutes)),
            noise: by,
            limitMib: mib * 1.3,
            growsTo: NEVER,
            rolloutHours: NEVER,
            days: 3,
            seed: of,
          }),
      ),
      RUNS,
    );
  });

  it('bursts of a few minutes that are killed at a limit, at any height', () => {
    fc.assert(
      fc.property(base, fc.integer({ min: 2, max: 12 }), seed, noise, (mib, minutes, of, by) =>
        isClean({
          memory: (age) => mib * (age * 60 < minutes ? 1 : 5),
          noise: by,
          limitMib: mib * 1.3,
          growsTo: mib * 1.3,
          rolloutHours: NEVER,
          days: 2,
          seed: of,
        }),
      ),
      RUNS,
    );
  });

  it('a cache that fills ever more slowly, replaced or killed on the way', () => {
    fc.assert(
      fc.property(
        base,
        fc.double({ min: 1.5, max: 20, noNaN: true }),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        fc.double({ min: 8, max: 60, noNaN: true }),
        fc.boolean(),
        seed,
        (mib, times, tau, rolloutHours, isKilled, of) =>
          isClean({
            memory: (age) => mib * (1 + (times - 1) * (1 - Math.exp(-age / tau))),
            noise: 0.01,
            limitMib: isKilled ? mib * 1.3 : NEVER,
            growsTo: NEVER,
            rolloutHours,
            days: 6,
            seed: of,
          }),
      ),
      RUNS,
    );
  });

  it('a heap that is collected in a saw-tooth under a plateau, as that of a JVM', () => {
    fc.assert(
      fc.property(
        base,
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        fc.double({ min: 0.05, max: 5, noNaN: true }),
        fc.double({ min: 6, max: 40, noNaN: true }),
        seed,
        (mib, fillHours, cycleHours, rolloutHours, of) =>
          isClean({
            memory: (age) =>
              mib * (0.5 + 0.3 * Math.min(1, age / fillHours) + 0.2 * ((age / cycleHours) % 1)),
            noise: 0.01,
            limitMib: NEVER,
            growsTo: 0,
            rolloutHours,
            days: 6,
            seed: of,
          }),
      ),
      // The lows of equal lives of six hours, each of them as much out of step with the collections.
      { ...RUNS, examples: [[50, 3, 1.1841137416869518, 6, 1]] },
    );
  });

  it('memory that follows the day, deployed each evening', () => {
    const day: Memory = (age) => 400 + 300 * Math.sin(((age - 6) / 24) * 2 * Math.PI);
    expect(
      isClean({ memory: day, noise: 0.02, limitMib: NEVER, growsTo: 0, rolloutHours: 24, days: 10, seed: 1 }),
    ).toBe(true);
  });
});

describe('a leak is found and measured if', () => {
  const cases: [string, Memory, Partial<World>, number][] = [
    ['it is slow, killed every 30 hours', (age) => 200 + 5 * age, { limitMib: 350, days: 12 }, 5],
    [
      'it is one of the issue: 40 MiB an hour, killed every 6 hours',
      (age) => 200 + 40 * age,
      { limitMib: 440 },
      40,
    ],
    [
      'it is fast, and chased up to a bound',
      (age) => 200 + 1000 * age,
      { limitMib: 300, growsTo: 8000 },
      1000,
    ],
    [
      'it is fast, and killed at the same height every half hour',
      (age) => 200 + 600 * age,
      { limitMib: 500 },
      600,
    ],
    [
      'it is killed within two hours at limits that rise and fall',
      (age) => 200 + 400 * age,
      { limitMib: 300, growsTo: 900 },
      400,
    ],
    [
      'it fills a gigabyte each minute, and is killed every four',
      (age) => 200 + 60_000 * age,
      { limitMib: 4400, days: 2 },
      60_000,
    ],
    [
      'it has two steps, the slow one first',
      (age) => 200 + 40 * age + 20 * Math.max(0, age - 3),
      { limitMib: 500 },
      60,
    ],
    [
      'it has two steps, the fast one while the container starts',
      (age) => 200 + 200 * Math.min(age, 1) + 40 * age,
      { limitMib: 800 },
      40,
    ],
    ['nothing kills it, and its pod is replaced each day', (age) => 200 + 20 * age, { rolloutHours: 24 }, 20],
  ];

  it.each(cases)('%s', (_case, memory, world, mibPerHour) => {
    const whole: World = {
      memory,
      noise: 0.01,
      limitMib: NEVER,
      growsTo: 0,
      rolloutHours: NEVER,
      days: 6,
      seed: 7,
      ...world,
    };
    const leak = live(whole).at(-1);
    expect((leak?.bytesPerHour ?? 0) / MIB / mibPerHour).toBeCloseTo(1, 0);
  });

  it('asks for what a life of the wanted length needs, and says how long lives were', () => {
    const leak = live({
      memory: (age) => 200 + 40 * age,
      noise: 0,
      limitMib: 440,
      growsTo: 0,
      rolloutHours: NEVER,
      days: 3,
      seed: 1,
    }).at(-1);
    if (!leak) throw new Error('no leak was found');
    expect((leak.killedAfterMs ?? 0) / HOUR_MS).toBeCloseTo(6, 1);
    expect(leak.endedAfterMs).toBeUndefined();
    expect(bytesForLife(leak, 24 * HOUR_MS, 0) / MIB).toBeCloseTo(200 + 40 * 24, -1);
  });
});
