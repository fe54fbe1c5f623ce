import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../contract/hpas';
import { ReplicaHistory } from './history';

const MINUTE_MS = 60_000;
const point = (atMs: number, change: Partial<HistoryPoint> = {}): HistoryPoint => ({
  atMs,
  replicas: 2,
  desired: 3,
  controller: undefined,
  winner: 0,
  held: 'nothing',
  metrics: [{ ratio: 1.25, proposed: 3 }],
  ...change,
});

describe('the history of an HPA', () => {
  it('keeps the latest point of each minute', () => {
    const history = new ReplicaHistory();
    for (let second = 0; second < 120; second += 15) history.add(point(second * 1000), 10);
    expect(history.points().map(({ atMs }) => atMs)).toEqual([45_000, 105_000]);
  });

  it('keeps each change of the replicas, however soon', () => {
    const history = new ReplicaHistory();
    for (const [index, replicas] of [2, 2, 3, 5, 5].entries())
      history.add(point(index * 1000, { replicas }), 10);
    expect(history.points().map(({ replicas }) => replicas)).toEqual([2, 3, 5]);
  });

  it('gives back what it was given', () => {
    const history = new ReplicaHistory();
    const points = [
      point(0, { metrics: [{ ratio: 0.5, proposed: 1 }, {}], winner: undefined, held: 'metrics-failed' }),
      point(MINUTE_MS, { controller: 4, metrics: [{}, { ratio: 2, proposed: 4 }], winner: 1, held: 'max' }),
    ];
    for (const each of points) history.add(each, 10);
    expect(history.points()).toEqual(points);
  });

  it('drops the oldest when it is full, also when it must become smaller', () => {
    const history = new ReplicaHistory();
    for (let minute = 0; minute < 100; minute++) history.add(point(minute * MINUTE_MS), 30);
    expect(history.points()).toHaveLength(30);
    expect(history.points()[0]?.atMs).toBe(70 * MINUTE_MS);
    history.add(point(100 * MINUTE_MS), 10);
    expect(history.points().map(({ atMs }) => atMs / MINUTE_MS)).toEqual([
      91, 92, 93, 94, 95, 96, 97, 98, 99, 100,
    ]);
  });

  it('keeps the replicas when the metrics of the HPA change', () => {
    const history = new ReplicaHistory();
    history.add(point(0), 10);
    history.add(point(MINUTE_MS, { metrics: [{ ratio: 1 }, { ratio: 2 }] }), 10);
    expect(history.points()).toMatchObject([
      { replicas: 2, metrics: [{}, {}], winner: undefined },
      { replicas: 2, metrics: [{ ratio: 1 }, { ratio: 2 }] },
    ]);
  });
});
