import { describe, expect, it } from 'vitest';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { wallClock } from '../../lib/time/clock';
import { NOBODY } from '../../lib/time/repeat';
import { type PassTimes, PassWatch } from './pass-watch';

const MINUTE_MS = 60_000;

/** What is reported once these times are seen, one after the other. */
function saidOf(speed: number, ...seen: [nowMs: number, pass: Partial<PassTimes>][]): string[] {
  let nowMs = 0;
  let pass: PassTimes = { name: 'updater', intervalMs: MINUTE_MS, isDue: true, lastMs: undefined };
  const clock = { ...wallClock, speed, now: () => nowMs };
  const board = new ProblemBoard(clock, silentLogger);
  const watch = new PassWatch({
    clock,
    wallClock,
    problems: board.by('process'),
    loops: NOBODY,
    passes: () => [pass],
  });
  for (const [atMs, change] of seen) {
    nowMs = atMs;
    pass = { ...pass, ...change };
    watch.look();
  }
  return board.list().map(({ code, message }) => `${code} ${message}`);
}

describe('passes', () => {
  it('are overdue after three intervals', () => {
    expect(saidOf(1, [3 * MINUTE_MS, { lastMs: 0 }])).toEqual([]);
    expect(saidOf(1, [3 * MINUTE_MS, { lastMs: 0 }], [3 * MINUTE_MS + 1, {}])).toEqual([]);
    const lastMs = 10 * MINUTE_MS;
    expect(saidOf(1, [lastMs, { lastMs }], [lastMs + 4 * MINUTE_MS, {}])).toEqual([
      'pass-overdue Passes are overdue: updater: the last began at 1970-01-01T00:10:00Z, and one is due every 1 min',
    ]);
  });

  it('are on time again with the next', () => {
    const lastMs = 20 * MINUTE_MS;
    expect(saidOf(1, [MINUTE_MS, { lastMs: MINUTE_MS }], [lastMs, {}], [lastMs, { lastMs }])).toEqual([]);
  });

  it('are overdue before the first as well, from when it was possible', () => {
    const ready: [number, Partial<PassTimes>] = [MINUTE_MS, { isDue: true }];
    expect(saidOf(1, [0, { isDue: false }], ready, [4 * MINUTE_MS, {}])).toEqual([]);
    expect(saidOf(1, [0, { isDue: false }], ready, [5 * MINUTE_MS, {}])).toEqual([
      expect.stringContaining('none has finished yet'),
    ]);
  });

  it('are not overdue while it is not their turn', () => {
    expect(saidOf(1, [1, { lastMs: 1 }], [9 * MINUTE_MS, { isDue: false }])).toEqual([]);
  });

  it('get a real minute if the cluster runs faster than the wall clock', () => {
    const lastMs = MINUTE_MS;
    const seen = (afterMin: number): [number, Partial<PassTimes>][] => [
      [lastMs, { lastMs }],
      [lastMs + afterMin * MINUTE_MS, {}],
    ];
    expect(saidOf(360, ...seen(359))).toEqual([]);
    expect(saidOf(360, ...seen(361))).toHaveLength(1);
  });

  it('get two real minutes for the first, which waits for all that is loaded at the start', () => {
    const first = (afterMin: number): [number, Partial<PassTimes>][] => [
      [0, {}],
      [afterMin * MINUTE_MS, {}],
    ];
    expect(saidOf(360, ...first(720))).toEqual([]);
    expect(saidOf(360, ...first(721))).toHaveLength(1);
    const lastMs = MINUTE_MS;
    const loading: [number, Partial<PassTimes>][] = [
      [lastMs, { lastMs, isStarting: true }],
      [300 * MINUTE_MS, {}],
    ];
    expect(saidOf(360, ...loading)).toEqual([]);
    expect(saidOf(360, ...loading, [600 * MINUTE_MS, { isStarting: false }])).toHaveLength(1);
  });
});
