import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '@/server/contract/hpas';
import { containerUtilization, externalValue } from '@/tests/support/hpa-evaluation';
import { scalingColumns, scalingMarkText } from './scaling-columns';
import { scalingSeries } from './scaling-series';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 10, 22, 12);

function point(minute: number, parts: Partial<HistoryPoint> = {}): HistoryPoint {
  return {
    atMs: START_MS + minute * MINUTE_MS,
    replicas: 2,
    desired: 2,
    winner: 0,
    held: 'nothing',
    metrics: [{ ratio: 1, proposed: 2 }, {}],
    ...parts,
  };
}

function series(history: HistoryPoint[], range: '30m' | 'all' = 'all') {
  const metrics = [containerUtilization('app', 50), externalValue('100')];
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const spec = { scaleTargetRef, maxReplicas: 10, metrics };
  return scalingSeries({ history, spec, min: 1, max: 10 }, range);
}

const GROWING = [
  point(0),
  point(1, { desired: 4, held: 'rate-up', metrics: [{ ratio: 3.4, proposed: 7 }, {}] }),
  point(2, { replicas: 4, desired: 7, metrics: [{ ratio: 1.7, proposed: 7 }, {}] }),
  point(3, { replicas: 7, desired: 7, metrics: [{ ratio: 1, proposed: 7 }, {}] }),
];

describe('the picture of an HPA', () => {
  it('is absent while nothing is known', () => {
    expect(series([])).toBeUndefined();
  });

  it('spans its points, or the last of them', () => {
    const long = Array.from({ length: 100 }, (_, minute) => point(minute));
    expect(series(long)).toMatchObject({ fromMs: START_MS, toMs: START_MS + 99 * MINUTE_MS });
    const last = series(long, '30m');
    expect(last?.fromMs).toBe(START_MS + 69 * MINUTE_MS);
    expect(last?.rows).toHaveLength(31);
  });

  it('marks each change with the metric that asked for it, and what cut it', () => {
    const marks = series(GROWING)?.marks ?? [];
    expect(marks.map(scalingMarkText)).toEqual([
      '2 → 4 replicas: cpu of container app asked for 7 (rate of scaling up)',
      '4 → 7 replicas: cpu of container app asked for 7',
    ]);
  });

  it('names no metric for a change that none asked for', () => {
    const byHand = [point(0), point(1, { replicas: 9 })];
    expect(series(byHand)?.marks.map(scalingMarkText)).toEqual(['2 → 9 replicas']);
  });

  it('joins the points in which the same held the replicas back', () => {
    const held = [
      point(0),
      ...[1, 2, 3].map((minute) => point(minute, { held: 'stabilization-down' })),
      point(4),
    ];
    expect(series(held)?.spans).toEqual([
      { kind: 'stabilization', fromMs: START_MS + MINUTE_MS, toMs: START_MS + 4 * MINUTE_MS },
    ]);
  });

  it('breaks its lines where nobody looked', () => {
    const rows = series([point(0), point(1), point(60)])?.rows ?? [];
    expect(rows.map(({ replicas }) => replicas)).toEqual([2, 2, undefined, 2]);
    const held = series([point(0, { held: 'max' }), point(60, { held: 'max' })]);
    expect(held?.spans).toEqual([]);
  });

  it('has axes of whole replicas and of shares with the target among them, and says what is above', () => {
    expect(series(GROWING)?.replicaTicks).toEqual([0, 2, 4, 6, 8, 10]);
    expect(series(GROWING)?.ratioTicks).toEqual([0, 1, 2, 3, 4]);
    expect(series([point(0)])).toMatchObject({ ratioTicks: [0, 0.5, 1, 1.5], replicaTicks: [0, 1, 2, 3] });
    const wild = series([point(0, { metrics: [{ ratio: 50, proposed: 900 }, {}] })]);
    expect(wild?.beyond).toEqual({ replicas: true, ratio: true });
    expect(wild?.replicaTicks.at(-1)).toBeLessThan(10);
    expect(series(GROWING)?.beyond).toEqual({ replicas: false, ratio: false });
  });

  it('draws of many metrics first those that decided most often, and all of a few', () => {
    const metrics = Array.from({ length: 10 }, (_, index) => externalValue(String(index + 1)));
    const decided = [9, 9, 9, 7, 7, 6, 6, 4, 4, 2, 2, 1];
    const history = decided.map((winner, minute) =>
      point(minute, { winner, metrics: metrics.map(() => ({ ratio: 1, proposed: 2 })) }),
    );
    const of = (some: typeof metrics, points = history) => {
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
      const spec = { scaleTargetRef, maxReplicas: 10, metrics: some };
      const seen = scalingSeries({ history: points, spec, min: 1, max: 10 }, 'all');
      return seen?.deciding.map(({ place }) => place);
    };
    expect(of(metrics)).toEqual([2, 4, 6, 7, 9]);
    expect(of(metrics, history.slice(0, 3))).toEqual([9]);
    expect(of(metrics, [{ ...point(0), winner: undefined } as HistoryPoint])).toEqual([0, 1, 2, 3, 4]);
    expect(of(metrics.slice(0, 5), history.slice(0, 3))).toEqual([0, 1, 2, 3, 4]);
  });

  it('tells metrics apart that look at the same', () => {
    const twice = [containerUtilization('app', 50), containerUtilization('app', 80)];
    const spec = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 10, metrics: twice };
    const found = scalingSeries({ history: GROWING, spec, min: 1, max: 10 }, 'all');
    expect(found?.metrics.map(({ label }) => label)).toEqual([
      'cpu of container app',
      'cpu of container app (2)',
    ]);
  });

  it('reads as a table', () => {
    const found = series(GROWING);
    const columns = scalingColumns({ metrics: found?.metrics ?? [] });
    const row = found?.rows[1];
    expect(columns.map(({ label, words }) => [label, row && words(row)])).toEqual([
      ['Time', '22 Nov 2026, 12:01:00 UTC'],
      ['Replicas', '2'],
      ['Asked for', '4'],
      ['Controller asks for', undefined],
      ['cpu of container app, of its target 50 %', '340 %'],
      ['cpu of container app asks for', '7'],
      ['queue_length, of its target 100', undefined],
      ['queue_length asks for', undefined],
      ['Decided by', 'cpu of container app'],
      ['Held back by', 'Rate of scaling up'],
    ]);
  });
});
