import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerNotes, type SeriesPart, seriesOf } from './matrix';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(text: string, size = 7, notes?: AnswerNotes): Promise<SeriesPart[]> {
  const parts: SeriesPart[] = [];
  for await (const { metric, timesMs, values } of seriesOf(inChunks(text, size), notes))
    parts.push({ metric, timesMs: timesMs.slice(), values: values.slice() });
  return parts;
}

/** The parts of each series joined. */
function whole(parts: SeriesPart[]): [Record<string, string>, number[], number[]][] {
  const series = new Map<SeriesPart['metric'], [Record<string, string>, number[], number[]]>();
  for (const { metric, timesMs, values } of parts) {
    const known = series.get(metric) ?? [metric, [], []];
    known[1].push(...timesMs);
    known[2].push(...values);
    series.set(metric, known);
  }
  return [...series.values()];
}

const matrix = (result: unknown) => ({ status: 'success', data: { resultType: 'matrix', result } });

/** As Prometheus writes most: whole seconds, and few digits. */
const plainPoint = fc
  .tuple(fc.nat(2e9), fc.nat(1e12), fc.nat(6))
  .map(([seconds, digits, decimals]): [number, number] => [seconds * 1000, digits / 10 ** decimals]);
const anyPoint = fc.tuple(
  fc.integer({ min: 0, max: 2e12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anySeries = fc.record({
  metric: fc.dictionary(fc.string(), fc.string(), { maxKeys: 4 }),
  values: fc.array(fc.oneof(plainPoint, anyPoint), { minLength: 1, maxLength: 30 }),
});

describe('the series of an answer', () => {
  it('are those of the whole answer, wherever its bytes are split and however it is spaced', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySeries, { maxLength: 5 }),
        fc.integer({ min: 1, max: 80 }),
        fc.constantFrom(undefined, 1),
        async (series, size, indent) => {
          const result = series.map(({ metric, values }) => ({
            metric,
            values: values.map(([ms, value]) => [ms / 1000, String(value)]),
          }));
          const expected = series.map(({ metric, values }) => [
            JSON.parse(JSON.stringify(metric)),
            values.map(([ms]) => ms),
            values.map(([, value]) => Number(String(value))),
          ]);
          expect(whole(await all(JSON.stringify(matrix(result), null, indent), size))).toEqual(expected);
        },
      ),
    );
  });

  it('come in parts if they are long', async () => {
    const values = Array.from({ length: 2500 }, (_, index) => [index, `${index}.5`]);
    const parts = await all(JSON.stringify(matrix([{ metric: {}, values }])), 1000);
    expect(parts.map((part) => part.values.length)).toEqual([1024, 1024, 452]);
    expect(new Set(parts.map(({ metric }) => metric)).size).toBe(1);
  });

  it('may be a vector, have histograms, or no points', async () => {
    const vector =
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"b"},"value":[5,"7"]}]}}';
    expect(whole(await all(vector))).toEqual([[{ a: 'b' }, [5000], [7]]]);
    const histograms = matrix([
      { metric: { a: 'b' }, histograms: [[1, { count: '3' }]] },
      { metric: { c: ']}"[{' }, values: [] },
      { metric: {}, values: [[1, '2']] },
    ]);
    expect(whole(await all(JSON.stringify(histograms)))).toEqual([[{}, [1000], [2]]]);
  });

  it('are numbers, or NaN where the server writes none', async () => {
    const values = [
      [1, 'NaN'],
      [2, '+Inf'],
      [3, '-Inf'],
    ];
    const [part] = await all(JSON.stringify(matrix([{ metric: {}, values }])));
    expect([...(part?.values ?? [])]).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]);
  });

  it('do not pollute other objects through a label named __proto__', async () => {
    await all('{"data":{"result":[{"metric":{"__proto__":"x"},"values":[[1,"2"]]}]},"status":"success"}');
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it('come with the warnings of the server', async () => {
    const notes: AnswerNotes = { warnings: new Set() };
    await all(
      '{"status":"success","isPartial":true,"data":{"result":[]},"warnings":["a store is away"]}',
      5,
      notes,
    );
    expect([...notes.warnings].sort()).toEqual(['a store is away', 'the answer is partial']);
  });

  it.each([
    ['empty', ''],
    [
      'cut off',
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"2"],[2',
    ],
    [
      'cut off between series',
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"2"]]}',
    ],
    ['no JSON', '<html>nginx</html>'],
    ['an error', '{"status":"error","errorType":"execution","error":"no"}'],
    ['of another type', '{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}'],
    ['without data', '{"status":"success"}'],
    ['of points before their labels', '{"data":{"result":[{"values":[[1,"2"]],"metric":{}}]}}'],
    ['of points that are none', '{"data":{"result":[{"metric":{},"values":[[1,2]]}]}}'],
    [
      'of points with nothing between them',
      '{"data":{"result":[{"metric":{},"values":[[1,"2"],,[2,"2"]]}]}}',
    ],
    ['of points without end', `{"data":{"result":[{"metric":{},"values":[[1,"${'2'.repeat(10_000)}`],
    ['of labels without end', `{"data":{"result":[{"metric":{"a":"${'b'.repeat(2_000_000)}`],
  ])('of an answer that is %s are refused', async (_, text) => {
    await expect(all(text, 4000)).rejects.toThrow(SyntaxError);
  });
});
