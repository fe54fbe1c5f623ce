import { describe, expect, it } from 'vitest';
import { mergedSeries } from './merged';

async function* counting(name: string, count: number, log: string[] = []): AsyncGenerator<string> {
  try {
    log.push(`${name} begins`);
    for (let index = 0; index < count; index++) {
      await new Promise((resolve) => setImmediate(resolve));
      yield `${name}${index}`;
    }
  } finally {
    log.push(`${name} ends`);
  }
}

describe('merged streams', () => {
  it('bring all of each, in the order of each, so many at a time', async () => {
    const log: string[] = [];
    const brought: string[] = [];
    const streams = ['a', 'b', 'c', 'd'].map((name) => counting(name, 3, log));
    for await (const item of mergedSeries(streams, 2)) {
      brought.push(item);
      const running =
        log.filter((line) => line.endsWith('begins')).length -
        log.filter((line) => line.endsWith('ends')).length;
      expect(running).toBeLessThanOrEqual(2);
    }
    for (const name of ['a', 'b', 'c', 'd'])
      expect(brought.filter((item) => item.startsWith(name))).toEqual(
        [0, 1, 2].map((index) => `${name}${index}`),
      );
    expect(brought).toHaveLength(12);
    expect(log.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('all end when one fails, or when nobody takes any more', async () => {
    const log: string[] = [];
    async function* failing(): AsyncGenerator<string> {
      yield 'x';
      throw new Error('broken');
    }
    const taking = async () => {
      for await (const _ of mergedSeries([counting('a', 100, log), failing()], 2));
    };
    await expect(taking()).rejects.toThrow('broken');
    expect(log).toEqual(['a begins', 'a ends']);
    for await (const _ of mergedSeries([counting('b', 100, log)], 2)) break;
    expect(log.slice(2)).toEqual(['b begins', 'b ends']);
  });

  it('are none where there is none', async () => {
    for await (const _ of mergedSeries([], 2)) throw new Error('there is one');
  });
});
