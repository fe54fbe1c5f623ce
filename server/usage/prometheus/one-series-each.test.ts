import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { SeriesPart } from './matrix';
import { oneSeriesEach } from './one-series-each';

const names = defaultConfig();

async function* answerOf(parts: readonly SeriesPart[]): AsyncGenerator<SeriesPart> {
  yield* parts;
}

async function merged(parts: readonly SeriesPart[]): Promise<{ all: SeriesPart[]; many: number }> {
  let many = 0;
  const all: SeriesPart[] = [];
  const tooMany = () => {
    many++;
  };
  for await (const part of oneSeriesEach(answerOf(parts), { names, tooMany })) all.push(part);
  return { all, many };
}

const series = (labels: Record<string, string>, values: readonly number[], fromMs = 0): SeriesPart => ({
  metric: { namespace: 'shop', pod: 'web-1', container: 'main', ...labels },
  timesMs: values.map((_, index) => fromMs + index),
  values: [...values],
});

describe('one series for each container', () => {
  it('passes on what comes once as it came, in its parts', async () => {
    const metric = { namespace: 'shop', pod: 'web-1', container: 'main' };
    const parts = [
      { metric, timesMs: [0, 1], values: [1, 2] },
      { metric, timesMs: [2], values: [3] },
      series({ pod: 'web-2' }, [4]),
    ];
    expect(await merged(parts)).toEqual({ all: parts, many: 0 });
  });

  it('adds processors up, and takes the higher of lives and of scrapers', async () => {
    const parts = [
      series({ id: 'a', cpu: 'cpu00' }, [1, 1, 1]),
      series({ id: 'a', cpu: 'cpu01' }, [2, 2], 1),
      series({ id: 'b', cpu: 'cpu00' }, [2, 9], 2),
    ];
    const { all, many } = await merged(parts);
    expect(all.map(({ timesMs, values }) => ({ timesMs, values }))).toEqual([
      { timesMs: [0, 1, 2, 3], values: [1, 3, 3, 9] },
    ]);
    expect(many).toBe(1);
  });

  it('has of any series what PromQL makes of them', async () => {
    const label = fc.constantFrom('0', '1', '2');
    const one = fc.record({
      container: label,
      id: label,
      cpu: label,
      values: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }),
      fromMs: fc.integer({ min: 0, max: 4 }),
    });
    const unlike = fc.uniqueArray(one, { selector: ({ container, id, cpu }) => container + id + cpu });
    await fc.assert(
      fc.asyncProperty(unlike, async (all) => {
        const expected = new Map<string, number>();
        for (const container of new Set(all.map((each) => each.container)))
          for (let atMs = 0; atMs < 10; atMs++) {
            const sums = ['0', '1', '2'].flatMap((id) => {
              const values = all
                .filter((each) => each.container === container && each.id === id)
                .flatMap(({ values, fromMs }) => values[atMs - fromMs] ?? []);
              return values.length > 0 ? [values.reduce((a, b) => a + b)] : [];
            });
            if (sums.length > 0) expected.set(`${container} ${atMs}`, Math.max(...sums));
          }
        const found = await merged(
          all.map(({ values, fromMs, ...labels }) => series(labels, values, fromMs)),
        );
        const points = found.all.flatMap(({ metric, timesMs, values }) =>
          timesMs.map((atMs, index) => [`${metric.container} ${atMs}`, values[index]] as const),
        );
        expect(points.length).toBe(expected.size);
        expect(new Map(points)).toEqual(expected);
      }),
    );
  });
});
