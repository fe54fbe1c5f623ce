import { describe, expect, it } from 'vitest';
import { coresAt, risesOf } from './counter';

const MINUTE_MS = 60_000;
const everyMinute = (seconds: readonly number[], sinceMs?: number) => ({
  timesMs: seconds.map((_, index) => (index + 1) * MINUTE_MS),
  seconds,
  ...(sinceMs !== undefined && { sinceMs }),
});
const grid = { firstMs: 0, lastMs: 60 * MINUTE_MS, stepMs: 60 * MINUTE_MS };

describe('what a counter rose by', () => {
  it('is counted between scrapes, and from its begin where that is known', () => {
    expect(risesOf(everyMinute([30, 90])).map(({ seconds }) => seconds)).toEqual([60]);
    expect(risesOf(everyMinute([30, 90], 30_000))).toEqual([
      { fromMs: 30_000, toMs: MINUTE_MS, seconds: 30 },
      { fromMs: MINUTE_MS, toMs: 2 * MINUTE_MS, seconds: 60 },
    ]);
  });

  it('begins anew after a restart', () => {
    expect(risesOf(everyMinute([900, 960, 20, 80])).map(({ seconds }) => seconds)).toEqual([60, 20, 60]);
  });

  it.each([
    ['steps back by a little', [900, 897, 903], [6]],
    ['falls to more than a node can have used since', [9_000_000, 500_000, 500_006], [6]],
  ])('is unknown while it %s', (_, seconds, rises) => {
    expect(risesOf(everyMinute(seconds)).map((rise) => rise.seconds)).toEqual(rises);
  });

  it('is no more since its begin than the node has', () => {
    expect(risesOf(everyMinute([600], 59_000), 4)).toEqual([]);
  });
});

describe('the cores of a step', () => {
  it('are those of the time in it that is known: a job of a minute is not spread over an hour', () => {
    expect([...coresAt([everyMinute([0, 60], MINUTE_MS)], grid)]).toEqual([[60 * MINUTE_MS, 1]]);
  });

  it('are those of all processors together', () => {
    expect([...coresAt([everyMinute([0, 15, 30]), everyMinute([0, 30, 60])], grid).values()]).toEqual([0.75]);
  });

  it('are told by step', () => {
    const cores = coresAt([everyMinute([0, 60, 60, 60])], {
      firstMs: 0,
      lastMs: 10 * MINUTE_MS,
      stepMs: 2 * MINUTE_MS,
    });
    expect([...cores]).toEqual([
      [2 * MINUTE_MS, 1],
      [4 * MINUTE_MS, 0],
    ]);
  });
});
