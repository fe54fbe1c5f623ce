import { expect, it } from 'vitest';
import { fewAtATime } from './few-at-a-time';

/** Work that ends when told. */
function held() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (one: number) => {
    begun.push(one);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { begun, ends, work };
}

it('works on so many at once, in their order', async () => {
  const { begun, ends, work } = held();
  const all = fewAtATime([1, 2, 3, 4, 5], work, { atOnce: 2 });
  expect(begun).toEqual([1, 2]);
  for (let ended = 0; ended < 5; ended++) {
    ends[ended]?.();
    await Promise.resolve();
  }
  await all;
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

it('leaves the rest once it should not go on', async () => {
  const begun: number[] = [];
  const work = async (one: number) => {
    begun.push(one);
  };
  await fewAtATime([1, 2, 3, 4, 5], work, { goesOn: () => begun.length < 3 });
  expect(begun).toEqual([1, 2, 3]);
});

it('rejects with what the work throws, once all that began has ended', async () => {
  const ended: number[] = [];
  const work = async (one: number) => {
    if (one === 1) throw new Error('no');
    await Promise.resolve();
    ended.push(one);
  };
  await expect(fewAtATime([1, 2, 3], work, { atOnce: 2 })).rejects.toThrow('no');
  expect(ended).toEqual([2, 3]);
});
