import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../lib/time/clock';
import { RecentReviews } from './recent-reviews';

describe('the reviews of the last minute', () => {
  it('are healthy if there were none, or all were in time', () => {
    const recent = new RecentReviews(new ManualClock(0), 100);
    expect(recent.fault()).toBeUndefined();
    recent.answered(99);
    expect(recent.fault()).toBeUndefined();
  });

  it('are healthy with a late one now and then', () => {
    const recent = new RecentReviews(new ManualClock(0), 100);
    for (let count = 0; count < 19; count++) recent.answered(1);
    recent.answered(100);
    expect(recent.fault()).toBeUndefined();
  });

  it('are unhealthy if many were late or lost, until a minute has passed', async () => {
    const clock = new ManualClock(0);
    const recent = new RecentReviews(clock, 100);
    recent.answered(1);
    recent.answered(5_000);
    recent.lost();
    expect(recent.fault()).toBe('2 of 3 reviews of the last minute were late or lost');
    await clock.advance(61_000);
    expect(recent.fault()).toBeUndefined();
  });
});
