import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock';
import { comesWithin } from './comes-within';

describe('work that is waited for a while', () => {
  it('comes in time, or not', async () => {
    const clock = new ManualClock(0);
    await expect(comesWithin(clock, 1_000, Promise.resolve('done'))).resolves.toBe(true);
    const late = comesWithin(clock, 1_000, new Promise(() => undefined));
    await clock.advance(1_000);
    await expect(late).resolves.toBe(false);
  });

  it('fails as the work does', async () => {
    const failed = Promise.reject(new Error('refused'));
    await expect(comesWithin(new ManualClock(0), 1_000, failed)).rejects.toThrow('refused');
  });
});
