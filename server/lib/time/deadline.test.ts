import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock';
import { deadline } from './deadline';

describe('a deadline', () => {
  it('ends work that still goes on, and listens no more', () => {
    const stopping = new AbortController();
    const clock = new ManualClock(0);
    const work = deadline(clock, 1_000, stopping.signal, new Error('late'));
    work.abort();
    expect(work.signal.aborted).toBe(true);
    stopping.abort(new Error('stopped'));
    expect(work.signal.reason).not.toEqual(new Error('stopped'));
  });

  it('ends work with whoever stops it', () => {
    const stopping = new AbortController();
    const { signal } = deadline(new ManualClock(0), 1_000, stopping.signal);
    expect(signal.aborted).toBe(false);
    stopping.abort(new Error('stopped'));
    expect(signal.reason).toEqual(new Error('stopped'));
    expect(deadline(new ManualClock(0), 1_000, stopping.signal).signal.reason).toEqual(new Error('stopped'));
  });

  it('ends work that takes too long, with the reason given', async () => {
    const clock = new ManualClock(0);
    const { signal } = deadline(clock, 1_000, undefined, new Error('too long'));
    await clock.advance(999);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.reason).toEqual(new Error('too long'));
  });

  it('begins anew as long as something comes', async () => {
    const clock = new ManualClock(0);
    const { signal, renew, end } = deadline(clock, 1_000, undefined);
    await clock.advance(999);
    renew(500);
    await clock.advance(499);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.aborted).toBe(true);
    end();
  });

  it('leaves nothing behind at what outlives it', async () => {
    const clock = new ManualClock(0);
    const stopping = new AbortController();
    const { signal, end } = deadline(clock, 1_000, stopping.signal);
    end();
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
    await clock.advance(2_000);
    expect(signal.aborted).toBe(false);
  });
});
