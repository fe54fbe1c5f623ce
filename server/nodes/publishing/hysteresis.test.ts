import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPublished, PATIENCE_MS, type PublishedAmount } from './hysteresis';

const MINUTE_MS = 60_000;

/** What is published after each of these amounts, one a minute. */
function published(idle: readonly number[], first?: PublishedAmount): number[] {
  let held = first;
  return idle.map((amount, minute) => {
    held = nextPublished(held, amount, minute * MINUTE_MS);
    return held.value;
  });
}

const times = (amount: number, count: number) => Array.from({ length: count }, () => amount);

describe('what a node publishes', () => {
  const cases: [string, number[], number[]][] = [
    ['begins with what is idle', [1000], [1000]],
    ['falls at once by more than 5 %', [1000, 940], [1000, 940]],
    ['waits with a smaller fall', [1000, 960, 955], [1000, 1000, 1000]],
    ['falls at once when nothing is left', [0, 0], [0, 0]],
    ['takes a smaller fall after 10 minutes', [1000, ...times(960, 11)], [...times(1000, 11), 960]],
    ['stays within 5 % above', [1000, ...times(1040, 20)], times(1000, 21)],
    [
      'rises after 10 minutes, to the least of them',
      [1000, 1500, ...times(1800, 9), 1700],
      [...times(1000, 11), 1500],
    ],
    [
      'waits anew once what is idle came back',
      [1000, ...times(1500, 9), 1000, ...times(1500, 10)],
      times(1000, 21),
    ],
    ['rises from nothing slowly too', [0, ...times(500, 11)], [...times(0, 11), 500]],
  ];
  it.each(cases)('%s', (_case, idle, expected) => {
    expect(published(idle)).toEqual(expected);
  });

  it('waits anew if the clock goes back', () => {
    const risingSince = nextPublished(nextPublished(undefined, 1000, PATIENCE_MS), 1500, PATIENCE_MS);
    const back = nextPublished(risingSince, 1500, 0);
    expect(nextPublished(back, 1500, PATIENCE_MS - 1).value).toBe(1000);
    expect(nextPublished(back, 1500, PATIENCE_MS).value).toBe(1500);
  });

  it('never exceeds what is idle by more than 5 %, except in the 10 minutes of a small fall', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 200 }), (idle) => {
        for (const [minute, value] of published(idle).entries())
          expect(value * 0.95).toBeLessThanOrEqual(idle[minute] ?? 0);
      }),
    );
  });
});
