import { describe, expect, it } from 'vitest';
import { ExpertLives, type Prices, pricesFor } from './lives';

const NO_CEILING = Number.POSITIVE_INFINITY;
const FREE: Prices = { shortage: 0, change: 0 };

/** One expert that says the same all the time, with a second life that reacts. */
function oneExpert(says: number, reacts = true) {
  const lives = new ExpertLives(1, reacts);
  return {
    lives,
    live: (values: readonly number[], prices: Partial<Prices> = {}, keep = 0.5, ceiling = NO_CEILING) =>
      lived(lives, values, says, { ...FREE, ...prices }, keep, ceiling),
  };
}

/** One window in which its only expert says so many cores. */
function lived(
  lives: ExpertLives,
  values: readonly number[],
  says: number,
  prices = FREE,
  keep = 0.5,
  ceiling = NO_CEILING,
  windows = 1,
): void {
  lives.live(Float64Array.from(values).sort(), Float32Array.of(says), ceiling, prices, keep, windows);
}

describe('prices', () => {
  /** At 0.3 cores one change of price 2 costs 2 h · 0.3 cores, and an hour has twelve windows. */
  it('are in cores, for a window', () => {
    expect(pricesFor(0.3, 40, 2).shortage).toBeCloseTo(12);
    expect(pricesFor(0.3, 40, 2).change).toBeCloseTo(2 * 0.3 * 12);
  });

  /** 16 times the size: the fourth root of 16 is 2. */
  it('ask fewer hours of usage for a change of a larger container', () => {
    expect(pricesFor(4.8, 40, 2).change).toBeCloseTo((2 * 4.8 * 12) / 2);
  });
});

describe('a life', () => {
  it('pays for what it reserves, and for the share of samples above it', () => {
    const { lives, live } = oneExpert(2);
    live([1]);
    live([1, 1, 1, 3], { shortage: 8 }, 0);
    // 2 cores reserved and a quarter of the time short at a price of 8.
    expect(lives.costs[0]).toBeCloseTo(2 + 2);
    expect(lives.shortages[0]).toBeCloseTo(2);
  });

  it('counts samples above the request, however far they are above', () => {
    const costs = [2.1, 200].map((above) => {
      const { lives, live } = oneExpert(2);
      live([1]);
      live([1, above], { shortage: 8 }, 0);
      return lives.costs[0];
    });
    expect(costs[0]).toBe(costs[1]);
  });

  it('forgets its costs by the share that is kept', () => {
    const { lives, live } = oneExpert(2);
    live([1], {}, 0);
    live([4], { shortage: 8 }, 0);
    expect(lives.costs[0]).toBeCloseTo(10);
    live([1], { shortage: 8 }, 0.75);
    expect(lives.costs[0]).toBeCloseTo(0.75 * 10 + 0.25 * 2);
  });

  it('answers usage above its request with a tenth more than was used, if it reacts', () => {
    const { lives, live } = oneExpert(2);
    live([1]);
    live([3, 1]);
    expect(lives.requests[0]).toBe(2);
    expect(lives.requests[1]).toBeCloseTo(3.3);
  });

  it('goes down once what it could have saved is worth a change', () => {
    const { lives, live } = oneExpert(2);
    live([1]);
    live([3], { change: 3 });
    // 1.3 cores too much in each window: worth 3 after three of them.
    for (const expected of [3.3, 3.3, 2]) {
      live([1], { change: 3 });
      expect(lives.requests[1]).toBeCloseTo(expected);
    }
  });

  it('stays for a difference of less than a tenth, however long', () => {
    const lives = new ExpertLives(1, true);
    lived(lives, [1], 2);
    for (let window = 0; window < 100; window++) lived(lives, [1], 1.85);
    expect(lives.requests[0]).toBe(2);
  });

  it('is not above the ceiling, but for what is used', () => {
    const { lives, live } = oneExpert(5);
    live([1], {}, 0.5, 2);
    expect([...lives.requests]).toEqual([2, 2]);
    live([4], {}, 0.5, 2);
    expect(lives.requests[0]).toBe(2);
    expect(lives.requests[1]).toBeCloseTo(4.4);
  });

  /** 200 % more at once waits for 144 windows of five minutes. */
  it('changes at most every 12 h where each change is an eviction', () => {
    const lives = new ExpertLives(1, false);
    lived(lives, [1], 1);
    const windows = Array.from({ length: 150 }, () => {
      lived(lives, [1], 3);
      return lives.requests[0];
    });
    expect(windows.indexOf(3)).toBe(143);
  });

  it('is evicted for no less than 30 %, and pays for it fifty times what a resize costs', () => {
    const lives = new ExpertLives(1, false);
    lived(lives, [1], 1, FREE, 0, NO_CEILING);
    lived(lives, [1], 1.29, { ...FREE, change: 2 }, 0, NO_CEILING, 200);
    expect([lives.requests[0], lives.costs[0]]).toEqual([1, 1]);
    lived(lives, [1], 1.5, { ...FREE, change: 2 }, 0, NO_CEILING, 200);
    expect([lives.requests[0], lives.costs[0]]).toEqual([1.5, 1 + 50 * 2]);
  });
});
