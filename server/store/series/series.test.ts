import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesOfFile, NO_POSTGRES } from '@/tests/support/databases-of-file';
import { seriesOver } from '../../../tests/support/series-over';
import { until } from '../../../tests/support/until';
import { ManualClock } from '../../lib/time/clock';
import { openDatabase, type Stores } from '../open-database';
import type { Happening } from './happening';
import type { SeriesKey, SeriesPoint } from './point';
import type { Series } from './series';
import type { SeriesStore } from './series-store';
import { TIERS } from './tiers';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const T0 = Date.UTC(2026, 7, 1);
const WEB: SeriesKey = { namespace: 'shop', vpa: 'web', container: 'app' };

const { folder, postgresUrl } = databasesOfFile();
const open: Stores[] = [];

afterAll(async () => {
  for (const { audit } of open) await audit.close();
});

/** Usage: the minute of the hour in millicores. Request: 250m on the first day, 500m from then on. */
function pointAt(atMs: number): SeriesPoint {
  const used = Math.floor(atMs / MINUTE_MS) % 60;
  const request = atMs < T0 + DAY_MS ? 250 : 500;
  return {
    atMs,
    confidence: 1,
    replicas: 2,
    cpu: { request, usageMean: used, usageP95: used, usageMax: used },
    memory: {},
  };
}

/** Adds a point a minute, and stores twice a day and at the end. */
async function live(series: Series, clock: ManualClock, untilMs: number, key = WEB): Promise<void> {
  for (let atMs = clock.now(); atMs < untilMs; atMs += MINUTE_MS) {
    series.add(key, 'default', pointAt(atMs));
    if ((atMs - T0) % (12 * HOUR_MS) !== 0) continue;
    await clock.advance(atMs - clock.now());
    await series.beat();
  }
  await clock.advance(untilMs - clock.now());
  await series.beat();
}

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => `file:${path.join(folder, 'series.db')}`],
  ['PostgreSQL', postgresUrl],
])('the past in %s', (_name, urlOf) => {
  let store: SeriesStore;

  beforeAll(async () => {
    const url = urlOf();
    if (!url) return;
    const stores = await openDatabase(url);
    open.push(stores);
    store = stores.series;
  });

  it('of twelve days answers for any span, in steps that grow with age', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => store, clock);
    const nowMs = T0 + 12 * DAY_MS + 30 * MINUTE_MS;
    await live(series, clock, nowMs);

    const hour = await series.past(WEB, { fromMs: nowMs - HOUR_MS, toMs: nowMs }, 600);
    expect(hour.stepMs).toBe(MINUTE_MS);
    expect(hour.points.map(({ cpu }) => cpu.usageMean)).toEqual(
      Array.from({ length: 60 }, (_, minute) => (30 + minute) % 60),
    );

    const week = await series.past(WEB, { fromMs: nowMs - 7 * DAY_MS, toMs: nowMs }, 3000);
    expect(week.stepMs).toBe(5 * MINUTE_MS);
    expect(week.points).toHaveLength((7 * DAY_MS) / (5 * MINUTE_MS));
    expect(week.points.at(-1)?.cpu).toMatchObject({ usageMean: 27, usageMax: 29, request: 500 });

    const all = await series.past(WEB, { fromMs: T0, toMs: nowMs }, 600);
    expect(all.stepMs).toBe(HOUR_MS);
    expect(all.points).toHaveLength(12 * 24 + 1);
    // The mean of 0 to 59; the request changes with the second day.
    expect(all.points[5]?.cpu).toMatchObject({ usageMean: 29.5, usageMax: 59, request: 250 });
    expect(all.points.map(({ cpu }) => cpu.request).lastIndexOf(250)).toBe(23);

    const few = await series.past(WEB, { fromMs: T0, toMs: nowMs }, 50);
    expect(few.stepMs).toBe(6 * HOUR_MS);
    expect(few.points).toHaveLength(49);

    const wide = await series.pastOf('shop', ['web', 'none'], { fromMs: T0 + HOUR_MS, toMs: nowMs });
    expect(wide?.map(({ vpa, container }) => [vpa, container])).toEqual([['web', 'app']]);
    expect(wide?.[0]?.points[0]).toMatchObject({ atMs: T0 + HOUR_MS, replicas: 2, cpu: { request: 250 } });
    expect(wide?.[0]?.points).toHaveLength(12 * 24 - 1);
    expect(await series.pastOf('other', ['web'], { fromMs: T0, toMs: nowMs })).toEqual([]);
    await series.close();
  });

  it('is found again by the next process, and continued', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, container: 'again' };
    const clock = new ManualClock(T0);
    const first = seriesOver(async () => store, clock);
    await live(first, clock, T0 + 90 * MINUTE_MS, key);
    await first.close();
    await clock.advance(10 * MINUTE_MS);
    const second = seriesOver(async () => store, clock);
    await live(second, clock, T0 + 2 * HOUR_MS, key);
    const { points, isComplete } = await second.past(key, { fromMs: T0, toMs: T0 + 2 * HOUR_MS }, 600);
    const minutes = points.map(({ atMs }) => (atMs - T0) / MINUTE_MS);
    expect(isComplete).toBe(true);
    expect(minutes).toEqual(
      Array.from({ length: 120 }, (_, minute) => minute).filter((m) => m < 90 || m >= 100),
    );
    await second.close();
  });

  it('is removed once older than the settings say', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, container: 'old' };
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => store, clock, { keptMs: 20 * DAY_MS });
    await live(series, clock, T0 + 2 * HOUR_MS, key);
    await clock.advance(HOUR_MS);
    await series.beat();
    const blocksOf = async () =>
      (await Promise.all(TIERS.map((tier) => store.read(key, tier, { fromMs: 0, toMs: clock.now() })))).map(
        (blocks) => blocks.length,
      );
    expect(await blocksOf()).toEqual([2, 1, 1, 1]);
    await clock.advance(2 * DAY_MS);
    await series.beat();
    expect(await blocksOf()).toEqual([0, 1, 1, 1]);
    await clock.advance(40 * DAY_MS);
    await series.beat();
    expect(await blocksOf()).toEqual([0, 0, 0, 1]);
    await series.close();
  });

  it('takes former days from elsewhere, and keeps what it knows itself', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, container: 'former' };
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => store, clock);
    await live(series, clock, T0 + 2 * HOUR_MS, key);
    await clock.advance(10 * MINUTE_MS);
    const points = Array.from({ length: 8 * 24 * 12 + 6 }, (_, step) => ({
      atMs: T0 - 8 * DAY_MS + step * 5 * MINUTE_MS,
      cpu: { usageMean: 7, usageMax: 9 },
      memory: {},
    }));
    series.addFormer(key, points, 5 * MINUTE_MS);
    await series.beat();
    const nowMs = clock.now();
    const week = await series.past(key, { fromMs: nowMs - 7 * DAY_MS, toMs: nowMs }, 3000);
    expect(week.stepMs).toBe(5 * MINUTE_MS);
    expect(week.points[0]?.cpu).toMatchObject({ usageMean: 7, usageMax: 9 });
    expect(week.points.find(({ atMs }) => atMs === T0 + 10 * MINUTE_MS)?.cpu.request).toBe(250);
    const day = await series.past(key, { fromMs: nowMs - DAY_MS, toMs: nowMs }, 600);
    expect([day.stepMs, day.points.length]).toEqual([5 * MINUTE_MS, 286]);
    const hour = await series.past(key, { fromMs: nowMs - HOUR_MS, toMs: nowMs }, 600);
    expect(hour.stepMs).toBe(MINUTE_MS);
    await series.close();
  });

  it('has what happened to a container or all of its workload, each once, and the newest if there is more', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, vpa: 'happening' };
    const clock = new ManualClock(T0 + 3 * HOUR_MS);
    const span = { fromMs: T0, toMs: T0 + 3 * HOUR_MS };
    const series = seriesOver(async () => store, clock);
    const at = (minute: number, told: Partial<Happening> = {}): Happening => ({
      ...key,
      kind: 'oom',
      atMs: T0 + minute * MINUTE_MS,
      pod: 'web-1',
      detail: '',
      ...told,
    });
    const rollout = at(7, { kind: 'rollout', container: '', pod: '', detail: 'web-5d' });
    series.addHappening({ ...at(9), atMs: at(9).atMs + 0.5 });
    series.addHappening(rollout);
    await series.beat();
    for (const one of [at(9), at(8, { container: 'other' }), at(11, { detail: 'a\0b' }), at(-1)])
      series.addHappening(one);
    const expected = [rollout, at(9)];
    expect(await series.happenings(key, span, 9)).toEqual([...expected, at(11, { detail: 'a\0b' })]);
    await series.beat();
    const all = [...expected, at(11, { detail: 'a\uFFFDb' })];
    expect(await series.happenings(key, span, 9)).toEqual(all);
    expect(await series.happenings(key, span, 2)).toEqual(all.slice(1));
    expect(await store.pruneHappenings(T0, 4)).toBe(1);
    expect(await store.pruneHappenings(T0, 3)).toBe(1);
    expect(await series.happenings(key, span, 9)).toEqual(all.slice(1));
    await clock.advance(200 * DAY_MS);
    await series.beat();
    expect(await series.happenings(key, span, 9)).toEqual([]);
    await series.close();
  });

  it('has a bounded number of what happens over and over', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, vpa: 'crash-loop' };
    const series = seriesOver(async () => store, new ManualClock(T0 + 2 * HOUR_MS));
    const crash = { ...key, kind: 'restart', pod: 'web-1', detail: '' } as const;
    for (let second = 0; second < 7200; second++) series.addHappening({ ...crash, atMs: T0 + second * 1000 });
    await series.beat();
    const found = await series.happenings(key, { fromMs: T0, toMs: T0 + 2 * HOUR_MS }, 9999);
    expect(found).toHaveLength(24);
    await series.close();
  });

  it('names who recommended, each from its first hour on', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, container: 'recommended' };
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => store, clock);
    for (const [name, hour] of [
      ['default', 0],
      ['default', 1],
      ['mine', 2],
      ['mine', 3],
    ] as const) {
      await clock.advance(T0 + hour * HOUR_MS - clock.now());
      series.add(key, name, pointAt(T0 + hour * HOUR_MS));
      await series.beat();
    }
    const { recommenders } = await series.past(key, { fromMs: T0, toMs: T0 + 4 * HOUR_MS }, 600);
    expect(recommenders).toEqual([
      { name: 'default', fromMs: T0 },
      { name: 'mine', fromMs: T0 + 2 * HOUR_MS },
    ]);
    await series.close();
  });

  it('survives a block that cannot be read', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const key = { ...WEB, container: 'spoiled' };
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => store, clock);
    await live(series, clock, T0 + 3 * HOUR_MS, key);
    const blocks = await store.read(key, TIERS[0], { fromMs: T0, toMs: T0 + HOUR_MS });
    await store.write(
      blocks.map((block) => ({ ...block, data: Buffer.from('nonsense'), isRolledUp: false })),
    );
    await clock.advance(20 * MINUTE_MS);
    await series.beat();
    const { points } = await series.past(key, { fromMs: T0, toMs: T0 + 3 * HOUR_MS }, 600);
    expect(points.map(({ atMs }) => (atMs - T0) / MINUTE_MS)).toEqual(
      Array.from({ length: 120 }, (_, minute) => 60 + minute),
    );
    await series.close();
  });
});

describe('the past of an embedded cluster that is gone', () => {
  it('is removed when the next one starts', async () => {
    const stores = await openDatabase(`file:${path.join(folder, 'worlds.db')}`);
    open.push(stores);
    const clock = new ManualClock(T0);
    const former = seriesOver(async () => stores.series, clock);
    await live(former, clock, T0 + HOUR_MS);
    await former.close();
    const next = seriesOver(async () => stores.series, clock, { startsAnew: true });
    const span = { fromMs: T0, toMs: T0 + 2 * HOUR_MS };
    expect(await next.past(WEB, span, 600)).toMatchObject({ isComplete: true, points: [] });
    await live(next, clock, T0 + 2 * HOUR_MS);
    expect(await next.past(WEB, span, 600)).toMatchObject({ points: { length: 60 } });
    await next.close();
  });
});

describe('while the database is unavailable, the past', () => {
  it('is written again if the database takes it and says nothing', async () => {
    const stores = await openDatabase(`file:${path.join(folder, 'silent.db')}`);
    open.push(stores);
    let isSilent = true;
    let asked = 0;
    const write: SeriesStore['write'] = (blocks) => {
      asked++;
      return isSilent ? new Promise(() => undefined) : stores.series.write(blocks);
    };
    const silent: SeriesStore = Object.assign(Object.create(stores.series), { write });
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => silent, clock, { realTime: clock });
    for (let minute = 0; minute < 30; minute++) series.add(WEB, 'default', pointAt(T0 + minute * MINUTE_MS));
    const beat = series.beat();
    const refused = expect(beat).rejects.toThrow('the database does not answer');
    await until('the request', () => asked > 0);
    await clock.advance(10_000);
    await refused;
    isSilent = false;
    await series.beat();
    expect(asked).toBeGreaterThan(1);
    const span = { fromMs: T0, toMs: T0 + HOUR_MS };
    expect(await series.past(WEB, span, 600)).toMatchObject({ isComplete: true, points: { length: 30 } });
    await series.close();
  });

  it('is what still waits, and is stored once the database is back', async () => {
    let stores: Stores | undefined;
    const clock = new ManualClock(T0);
    const series = seriesOver(async () => {
      if (!stores) throw new Error('away');
      return stores.series;
    }, clock);
    const span = { fromMs: T0, toMs: T0 + 2 * HOUR_MS };
    for (let minute = 0; minute < 30; minute++) series.add(WEB, 'default', pointAt(T0 + minute * MINUTE_MS));
    await expect(series.beat()).rejects.toThrow('away');
    await clock.advance(30 * MINUTE_MS);
    expect(await series.past(WEB, span, 600)).toMatchObject({ isComplete: false, points: { length: 30 } });
    expect(await series.pastOf('shop', ['web'], span)).toBeUndefined();
    stores = await openDatabase(`file:${path.join(folder, 'away.db')}`);
    open.push(stores);
    await live(series, clock, T0 + 2 * HOUR_MS);
    await series.close();
    const later = seriesOver(async () => stores?.series as SeriesStore, clock);
    expect(await later.past(WEB, span, 600)).toMatchObject({ isComplete: true, points: { length: 120 } });
    await later.close();
  });
});
