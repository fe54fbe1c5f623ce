import { describe, expect, it } from 'vitest';
import { MadeOnce } from './made-once';

/** Makes what it is told to once it is told to; counts how often. */
function making(options: { most?: number; isKept?: (made: { of: string }) => boolean } = {}) {
  const waiting: (() => void)[] = [];
  let times = 0;
  const once = new MadeOnce<{ key: string; of: string }, { of: string }>({
    ...options,
    make: async ({ of }) => {
      times++;
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (of === 'no') throw new Error('no');
      return { of };
    },
  });
  return {
    once,
    times: () => times,
    go: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

describe('what is made once', () => {
  it('is the same for all who ask while it is made, and later', async () => {
    const { once, times, go } = making();
    const both = [once.of({ key: 'key', of: 'first' }), once.of({ key: 'key', of: 'second' })];
    expect(once.known('key')).toBeUndefined();
    go();
    const [a, b] = await Promise.all(both);
    expect([a, a === b, once.known('key') === a, (await once.of({ key: 'key', of: 'third' })) === a]).toEqual(
      [{ of: 'first' }, true, true, true],
    );
    expect(times()).toBe(1);
  });

  it('is made anew after a failure, which all learn who asked meanwhile', async () => {
    const { once, times, go } = making();
    const both = [once.of({ key: 'key', of: 'no' }), once.of({ key: 'key', of: 'no' })];
    const told = Promise.allSettled(both);
    go();
    expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = once.of({ key: 'key', of: 'yes' });
    go();
    expect([await again, times()]).toEqual([{ of: 'yes' }, 2]);
  });

  it('is made anew for who asks later if it is not to be kept', async () => {
    const { once, times, go } = making({ isKept: ({ of }) => of !== 'part' });
    const part = once.of({ key: 'key', of: 'part' });
    go();
    await part;
    const whole = once.of({ key: 'key', of: 'whole' });
    go();
    expect([await whole, times(), once.known('key')]).toEqual([{ of: 'whole' }, 2, { of: 'whole' }]);
  });

  it('reaches who asked also if others took its place meanwhile', async () => {
    const { once, go } = making({ most: 2 });
    const asked = ['a', 'b', 'c', 'd'].map((key) => once.of({ key, of: key }));
    go();
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd'].map((of) => ({ of })));
    expect(['a', 'b', 'c', 'd'].map((key) => once.known(key)?.of)).toEqual([undefined, undefined, 'c', 'd']);
  });

  it('counts for as long as what was made says', async () => {
    const once = new MadeOnce<{ key: string }, { forMs: number; at: number }>({
      make: async ({ key }) => ({ forMs: Number(key), at: ++at }),
      forMs: ({ forMs }) => forMs,
    });
    let at = 0;
    const [brief, long] = [await once.of({ key: '1' }), await once.of({ key: '3600000' })];
    await expect.poll(() => once.known('1')).toBeUndefined();
    expect(await once.of({ key: '1' })).not.toBe(brief);
    expect(await once.of({ key: '3600000' })).toBe(long);
  });
});
