import { describe, expect, it } from 'vitest';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a work queue', () => {
  it('handles a key once, however often it was added meanwhile', async () => {
    const done: string[] = [];
    const queue = new WorkQueue(new ManualClock(0), silentLogger, (key) => void done.push(key));
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key);
    expect(queue.idle()).toBe(false);
    await turn();
    expect(done).toEqual(['a', 'b']);
    expect(queue.idle()).toBe(true);
  });

  it('never handles one key twice at the same time, but again afterwards', async () => {
    const open: (() => void)[] = [];
    let starts = 0;
    const queue = new WorkQueue(new ManualClock(0), silentLogger, () => {
      starts++;
      return new Promise<void>((resolve) => open.push(resolve));
    });
    queue.add('a');
    await turn();
    queue.add('a');
    await turn();
    expect(starts).toBe(1);
    open[0]?.();
    await turn();
    await turn();
    expect(starts).toBe(2);
    open[1]?.();
    await turn();
    expect(queue.idle()).toBe(true);
  });

  it('retries a failure after a doubling delay, and resets it on success', async () => {
    const clock = new ManualClock(0);
    const attempts: number[] = [];
    const queue = new WorkQueue(clock, silentLogger, () => {
      attempts.push(clock.now());
      if (attempts.length < 4) throw new Error('not yet');
    });
    queue.add('a');
    await turn();
    for (let step = 0; step < 20; step++) await clock.advance(50);
    expect(attempts).toEqual([0, 100, 300, 700]);
  });

  it('does nothing more once stopped', async () => {
    const clock = new ManualClock(0);
    let runs = 0;
    const queue = new WorkQueue(clock, silentLogger, () => void runs++);
    queue.add('a');
    queue.addAfter('b', 10);
    queue.stop();
    await clock.advance(100);
    queue.add('c');
    await turn();
    expect(runs).toBe(0);
  });
});
