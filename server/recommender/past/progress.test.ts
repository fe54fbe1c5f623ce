import { describe, expect, it } from 'vitest';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { Progress } from './progress';

describe('the progress of a load', () => {
  it('tells what came, what is left, and how long that takes at the pace so far', async () => {
    const clock = new ManualClock(0);
    const progress = new Progress(clock, silentLogger);
    expect(progress.view).toBeUndefined();
    progress.begin(3);
    expect(progress.view).toEqual({ namespacesLeft: 3, containers: 0, samples: 0, share: 0 });
    await clock.advance(30_000);
    progress.took(500, 2);
    progress.reached({ done: 1, total: 4 });
    progress.ended(2);
    expect(progress.view).toEqual({
      namespacesLeft: 2,
      containers: 2,
      samples: 500,
      share: 0.25,
      leftMs: 90_000,
    });
    progress.done();
    expect(progress.view).toBeUndefined();
  });

  it('guesses no time from next to nothing, and is complete where there is nothing to load', () => {
    const progress = new Progress(new ManualClock(0), silentLogger);
    progress.begin(1);
    progress.reached({ done: 1, total: 100 });
    expect(progress.view).not.toHaveProperty('leftMs');
    progress.reached({ done: 0, total: 0 });
    expect(progress.view?.share).toBe(1);
  });
});
