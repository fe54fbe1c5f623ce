import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PastContainer } from '../source';
import type { SeriesPart } from './matrix';
import { oneSeriesEach, PointBuffers } from './one-series-each';

const buffers = new PointBuffers();

/** Pods of one name, of which those that begin with `other` were not asked for. */
function containersAsked() {
  const known = new Map<string, PastContainer>();
  return ({ namespace = '', pod = '', container = '' }: SeriesPart['metric']) => {
    const key = `${namespace}/${pod}/${container}`;
    const one = known.get(key) ?? { namespace, pod, container, labels: {} };
    known.set(key, one);
    return pod.startsWith('other') ? undefined : one;
  };
}

async function* answerOf(parts: readonly SeriesPart[]): AsyncGenerator<SeriesPart> {
  yield* parts;
}

interface Copied {
  container: PastContainer;
  timesMs: number[];
  values: number[];
}

async function merged(
  answer: AsyncIterable<SeriesPart>,
  stepMs = 1,
): Promise<{ all: Copied[]; many: number }> {
  let many = 0;
  const containerOf = containersAsked();
  const all: Copied[] = [];
  const tooMany = () => {
    many++;
  };
  const asking = { containerOf, buffers, stepMs, tooMany };
  for await (const { container, timesMs, values } of oneSeriesEach(answer, asking))
    all.push({ container, timesMs: [...timesMs], values: [...values] });
  return { all, many };
}

const series = (labels: Record<string, string>, values: readonly number[], fromMs = 0): SeriesPart => ({
  metric: { namespace: 'shop', pod: 'web-1', container: 'main', ...labels },
  timesMs: Float64Array.from(values, (_, index) => fromMs + index),
  values: Float64Array.from(values),
});

describe('one series for each container', () => {
  it('passes on what comes once of containers that were asked for', async () => {
    const answer = async function* () {
      const metric = { namespace: 'shop', pod: 'web-1', container: 'main', id: 'a' };
      yield { metric, timesMs: Float64Array.of(0, 1), values: Float64Array.of(1, 2) };
      yield { metric, timesMs: Float64Array.of(2), values: Float64Array.of(3) };
      yield series({ pod: 'other-1' }, [9, 9]);
      yield series({ pod: 'web-2' }, [4]);
    };
    const passed = await merged(answer());
    expect(passed).toEqual({
      all: [
        {
          container: expect.objectContaining({ pod: 'web-1' }),
          timesMs: [0, 1, 2],
          values: [1, 2, 3],
        },
        { container: expect.objectContaining({ pod: 'web-2' }), timesMs: [0], values: [4] },
      ],
      many: 0,
    });
  });

  it('has buffers for answers of any length, one after the other, and two at once', async () => {
    const long = (from: number) =>
      Array.from({ length: 40 }, (_, pod) =>
        series(
          { pod: `web-${pod}` },
          Array.from({ length: 1024 }, (_unused, index) => from + pod * 1024 + index),
        ),
      );
    const valuesOf = async (from: number) =>
      (await merged(answerOf(long(from)))).all.flatMap(({ values }) => values);
    const expected = (from: number) => Array.from({ length: 40 * 1024 }, (_, index) => from + index);
    expect(await valuesOf(0)).toEqual(expected(0));
    const both = await Promise.all([valuesOf(1), valuesOf(2)]);
    expect(both).toEqual([expected(1), expected(2)]);
  });

  it('keeps the time of each point, whatever is missing between them', async () => {
    const apart = fc.constantFrom(1, 1, 1, 5, 60);
    const gaps = fc.array(apart, { minLength: 1, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.array(gaps, { minLength: 1, maxLength: 5 }), apart, async (all, stepMs) => {
        const times = all.map((each) => {
          let atMs = 0;
          // Long enough that series end within blocks, and at their ends.
          return Array.from({ length: 7000 }, (_, index) => {
            atMs += each[index % each.length] ?? 0;
            return atMs;
          });
        });
        const parts = times.map((timesMs, pod) => ({
          ...series({ pod: `web-${pod}` }, timesMs),
          timesMs: Float64Array.from(timesMs),
        }));
        const found = new Map<string, number[]>();
        for (const { container, timesMs } of (await merged(answerOf(parts), stepMs)).all)
          found.set(container.pod, [...(found.get(container.pod) ?? []), ...timesMs]);
        expect([...found.values()]).toEqual(times);
      }),
      { numRuns: 20 },
    );
  });

  it('adds processors up, and takes the higher of lives and of scrapers', async () => {
    const parts = [
      series({ id: 'a', cpu: 'cpu00' }, [1, 1, 1]),
      series({ id: 'a', cpu: 'cpu01' }, [2, 2], 1),
      series({ id: 'b', cpu: 'cpu00' }, [2, 9], 2),
    ];
    const { all, many } = await merged(answerOf(parts));
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
          answerOf(all.map(({ values, fromMs, ...labels }) => series(labels, values, fromMs))),
        );
        const points = found.all.flatMap(({ container, timesMs, values }) =>
          timesMs.map((atMs, index) => [`${container.container} ${atMs}`, values[index]] as const),
        );
        expect(points.length).toBe(expected.size);
        expect(new Map(points)).toEqual(expected);
      }),
    );
  });
});
