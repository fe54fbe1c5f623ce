import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../lib/time/clock';
import { firstSpeed, nextSpeed, Pace } from './pace';

const MINUTE_MS = 60_000;

describe('the speed of the clock of an embedded cluster', () => {
  it.each([
    [12, 360, 360],
    [5000, 360, 20],
    [5000, 10, 10],
    [500_000, 360, 1],
  ])('begins, with %i pods and %i× wanted, at %i×', (pods, most, speed) => {
    expect(firstSpeed(pods, most)).toBe(speed);
  });

  it.each([
    ['stays while one pass says nothing yet', [5000], 360, undefined],
    ['stays after one that overran, with one that did not', [5000, 20], 360, undefined],
    ['halves when two overran by far', [5000, 4000], 360, 180],
    ['falls to what two passes bear', [200, 210], 360, 180],
    ['does not fall below real time', [90_000, 90_000], 1, undefined],
    ['stays while passes take between a third of their interval and all of it', [1500, 1600], 20, undefined],
    ['rises to twice at most', [10, 10], 20, 30],
    ['rises to what passes bear', [400, 500], 30, 60],
    ['rises to the wanted one and no further', [10, 10], 240, 360],
    ['stays at the wanted one', [10, 10], 360, undefined],
  ])('%s', (_name, passesMs, speed, next) => {
    expect(nextSpeed(passesMs, { speed, most: 360, everyMs: MINUTE_MS })).toBe(next);
  });

  it('follows the passes of every loop that is given, says why it is slow, and stops saying so', () => {
    const clock = acceleratedClock(0, 360);
    const pace = new Pace(clock, 360, { recommend: MINUTE_MS, update: MINUTE_MS });
    pace.begin(3000);
    expect([clock.speed, pace.view]).toEqual([30, { most: 360, slowedBy: { kind: 'size', pods: 3000 } }]);
    for (let run = 0; run < 2; run++) {
      pace.ran('update', 'later', 4);
      pace.ran('recommend', 'retry', 0.01);
      pace.ran('watch pods', 'done', 60);
    }
    expect([clock.speed, pace.view?.slowedBy]).toEqual([
      12,
      { kind: 'passes', passMs: 4000, everyMs: MINUTE_MS },
    ]);
    for (let run = 0; run < 20; run++)
      for (const loop of ['recommend', 'update']) pace.ran(loop, 'later', 0.01);
    expect([clock.speed, pace.view]).toEqual([360, undefined]);
  });

  it('does not rise for one loop while another could not follow', () => {
    const clock = acceleratedClock(0, 30);
    const pace = new Pace(clock, 360, { recommend: MINUTE_MS, update: MINUTE_MS });
    pace.ran('recommend', 'later', 1);
    pace.ran('update', 'later', 0.01);
    pace.ran('update', 'later', 0.01);
    expect(clock.speed).toBe(30);
  });
});

describe('a clock that is paced', () => {
  it('goes on from the same moment, and what waits for it waits for the new speed', async () => {
    const clock = acceleratedClock(1000, 1);
    const waited = clock.sleep(3_600_000);
    clock.pace(100_000_000);
    await waited;
    const atMs = clock.now();
    expect(atMs).toBeGreaterThanOrEqual(3_601_000);
    clock.pace(1);
    expect(clock.now() - atMs).toBeLessThan(3_600_000_000);
  });
});
