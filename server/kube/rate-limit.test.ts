import { describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/time/clock';
import { TokenBucket } from './rate-limit';

describe('a token bucket', () => {
  it('lets a burst through at once and the rest at the pace, in order', async () => {
    const clock = new ManualClock(0);
    const bucket = new TokenBucket(10, 5, clock);
    const went: [number, number][] = [];
    const all = Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await bucket.take();
        went.push([index, clock.now()]);
      }),
    );
    await clock.advance(0);
    await clock.advance(1000);
    await all;
    expect(went).toEqual([...[0, 1, 2, 3, 4].map((index) => [index, 0]), [5, 100], [6, 200], [7, 300]]);
  });

  it('lets people and loops go in turns while both wait', async () => {
    const clock = new ManualClock(0);
    const bucket = new TokenBucket(10, 1, clock);
    await bucket.take();
    const went: string[] = [];
    const lines = ['loops', 'loops', 'loops', 'loops', 'people', 'people'] as const;
    const all = lines.map(async (line, index) => {
      await bucket.take(undefined, line);
      went.push(`${line} ${index}`);
    });
    await clock.advance(0);
    await clock.advance(1000);
    await Promise.all(all);
    expect(went).toEqual(['people 4', 'loops 0', 'people 5', 'loops 1', 'loops 2', 'loops 3']);
  });

  it('lets loops that wait anyway go a few at a time, and nobody else wait for that', async () => {
    const clock = new ManualClock(0);
    const bucket = new TokenBucket(50, 5, clock);
    const went: [string, number][] = [];
    const ask = async (line: 'people' | 'loops') => {
      await bucket.take(undefined, line);
      went.push([line, clock.now()]);
    };
    const all = Array.from({ length: 15 }, () => ask('loops'));
    await clock.advance(0);
    await clock.advance(130);
    all.push(ask('people'));
    await clock.advance(0);
    await clock.advance(1000);
    await Promise.all(all);
    const at = (ms: number, line: string) => went.filter(([one, when]) => one === line && when === ms).length;
    expect([0, 100].map((ms) => at(ms, 'loops'))).toEqual([5, 5]);
    expect(at(130, 'people')).toBe(1);
    expect(went.filter(([, ms]) => ms <= 240)).toHaveLength(16);
  });

  it('frees the place when the caller gives up', async () => {
    const clock = new ManualClock(0);
    const bucket = new TokenBucket(10, 1, clock);
    await bucket.take();
    const giveUp = new AbortController();
    const given = bucket.take(giveUp.signal);
    giveUp.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    const next = bucket.take();
    await clock.advance(100);
    await expect(next).resolves.toBeUndefined();
  });
});
