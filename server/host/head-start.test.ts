import { describe, expect, it } from 'vitest';
import { acceleratedClock, wallClock } from '../lib/time/clock';
import { HEAD_START_SPEED, HeadStart } from './head-start';

describe('a head start', () => {
  it('hurries the clock from the first pass on, and then lets it run as it should', async () => {
    const clock = acceleratedClock(0, 60);
    const start = new HeadStart(clock, 60_000, 60);
    start.ran('watch pods', 'done');
    start.ran('recommend', 'retry');
    expect(clock.speed).toBe(60);
    start.ran('recommend', 'later');
    expect(clock.speed).toBe(HEAD_START_SPEED);
    await clock.sleep(60_000);
    expect(clock.speed).toBe(60);
    start.ran('recommend', 'later');
    expect(clock.speed).toBe(60);
  });

  it('slows no clock that is faster', () => {
    const clock = acceleratedClock(0, 2 * HEAD_START_SPEED);
    new HeadStart(clock, 1, 2 * HEAD_START_SPEED).ran('recommend', 'later');
    expect(clock.speed).toBe(2 * HEAD_START_SPEED);
  });

  it('leaves a real clock alone', () => {
    new HeadStart(wallClock, 60_000, 60).ran('recommend', 'later');
    expect(wallClock.speed).toBe(1);
  });
});
