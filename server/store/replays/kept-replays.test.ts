import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesOfFile, NO_POSTGRES } from '@/tests/support/databases-of-file';
import { ManualClock } from '../../lib/time/clock';
import { GRADUATION_USER } from '../../words/who';
import { openDatabase, type Stores } from '../open-database';
import { KeptReplays, SILENT_MS } from './kept-replays';
import type { ReplayState, ReplayStore, StoredReplay } from './replay-store';

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 7, 1);
const { folder, postgresUrl } = databasesOfFile();
const open: Stores[] = [];

afterAll(async () => {
  for (const { audit } of open) await audit.close();
});

function recordOf(id: string, state: ReplayState = 'done', startedMs = T0): StoredReplay {
  return {
    id,
    state,
    owner: 'me',
    beatMs: T0,
    startedMs,
    who: 'ann',
    namespace: 'shop',
    name: 'web',
    request: '{"days":7}',
    standing: '{"done":1,"total":2}',
  };
}

const findings = {
  outcome: Uint8Array.of(1, 2, 3),
  charts: ['web', "o'neil"].map((name) => ({ namespace: 'shop', name, data: Uint8Array.of(name.length) })),
};

function kept(store: () => Promise<ReplayStore>, { most = 50, startsAnew = false } = {}) {
  const clock = new ManualClock(T0);
  const replays = new KeptReplays({
    open: store,
    clock,
    wallClock: clock,
    most,
    keptMs: 30 * DAY_MS,
    startsAnew,
  });
  return { clock, replays };
}

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => `file:${path.join(folder, 'replays.db')}`],
  ['PostgreSQL', postgresUrl],
])('replays in %s', (_name, urlOf) => {
  let store: ReplayStore;

  beforeAll(async () => {
    const url = urlOf();
    if (!url) return;
    const stores = await openDatabase(url);
    open.push(stores);
    store = stores.replays;
  });

  it('are found by the next process with all they found, and as they last stood', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    const first = kept(async () => store).replays;
    await first.put(recordOf('a', 'running'));
    await first.put({ ...recordOf('a'), endedMs: T0 + 5 }, findings);
    await first.put(recordOf('b', 'failed', T0 + 1));
    const { replays } = kept(async () => store);
    expect(await replays.list()).toEqual([
      recordOf('b', 'failed', T0 + 1),
      { ...recordOf('a'), endedMs: T0 + 5 },
    ]);
    expect([...((await replays.outcome('a')) ?? [])]).toEqual([1, 2, 3]);
    expect([...((await replays.chart('a', 'shop', "o'neil")) ?? [])]).toEqual([6]);
    expect(await replays.chart('a', 'shop', 'other')).toBeUndefined();
    expect(await replays.outcome('b')).toBeUndefined();
    expect(replays.isAway).toBe(false);
  });

  it('have ended if the process that worked on them has fallen silent', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    await kept(async () => store).replays.put(recordOf('lost', 'running'));
    const { replays, clock } = kept(async () => store);
    expect((await replays.get('lost'))?.state).toBe('running');
    await clock.advance(SILENT_MS + 1);
    expect((await replays.get('lost'))?.state).toBe('ended');
    expect((await replays.list()).find(({ id }) => id === 'lost')?.state).toBe('ended');
  });

  it('are removed beyond their number and age, with their charts', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    await store.clear();
    const { replays, clock } = kept(async () => store, { most: 3 });
    for (const index of [1, 2, 3, 4]) await replays.put(recordOf(`r${index}`, 'done', T0 + index), findings);
    expect((await replays.list()).map(({ id }) => id)).toEqual(['r4', 'r3', 'r2']);
    expect(await store.chart('r1', 'shop', 'web')).toBeUndefined();
    await clock.advance(31 * DAY_MS);
    expect(await replays.list()).toEqual([]);
    await replays.put(recordOf('new', 'done', clock.now()));
    expect((await store.list(10)).map(({ id }) => id)).toEqual(['new']);
  });

  it('of graduation take the place of none of people', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    await store.clear();
    const { replays } = kept(async () => store, { most: 2 });
    await replays.put(recordOf('ann', 'done', T0), findings);
    for (const index of [1, 2, 3])
      await replays.put({ ...recordOf(`g${index}`, 'done', T0 + index), who: GRADUATION_USER });
    const { replays: next } = kept(async () => store, { most: 2 });
    expect((await next.list()).map(({ id }) => id)).toEqual(['g3', 'g2', 'ann']);
  });

  it('of an embedded cluster that is gone are removed', async (context) => {
    if (!urlOf()) return context.skip(NO_POSTGRES);
    await store.put(recordOf('old'));
    expect(await kept(async () => store, { startsAnew: true }).replays.list()).toEqual([]);
  });
});

describe('while the database is away', () => {
  it('results stay in memory, the newest few, and are stored once it is back', async () => {
    let store: ReplayStore | undefined;
    const { replays, clock } = kept(async () => {
      if (!store) throw new Error('no such host');
      return store;
    });
    for (let index = 0; index < 14; index++)
      await replays.put(recordOf(`m${index}`, 'done', T0 + index), findings);
    expect(replays.isAway).toBe(true);
    const inMemory = await replays.list();
    expect(inMemory.map(({ id }) => id)).toEqual(
      [13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((index) => `m${index}`),
    );
    expect(await replays.outcome('m13')).toEqual(findings.outcome);
    expect(await replays.get('m0')).toBeUndefined();

    const stores = await openDatabase(`file:${path.join(folder, 'back.db')}`);
    open.push(stores);
    store = stores.replays;
    await clock.advance(60_000);
    await replays.flush();
    expect(replays.isAway).toBe(false);
    expect(await store.list(20)).toHaveLength(10);
    expect(await store.chart('m13', 'shop', 'web')).toBeDefined();
  });
});
