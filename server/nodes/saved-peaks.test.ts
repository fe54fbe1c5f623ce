import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { databasesOfFile, NO_POSTGRES } from '@/tests/support/databases-of-file';
import { NodePeaks } from '../decide/estimators/nodes/node-peaks';
import { silentLogger } from '../lib/report/log';
import { DatabaseAway, type NodePeakStore } from '../store';
import { openDatabase } from '../store/open-database';
import { SavedPeaks } from './saved-peaks';

const START_MS = Date.parse('2026-03-02T00:00:00Z');
const DAY_MS = 86_400_000;
const GIB = 2 ** 30;
const { folder, postgresUrl } = databasesOfFile();

/** Peaks of a process that begins at this time with this database. */
function begun(store: NodePeakStore | undefined, nowMs: number) {
  const peaks = new NodePeaks();
  const state = { nowMs, store, steadyMs: 0 };
  const saved = new SavedPeaks(peaks, {
    store: {
      ask: async (question) => {
        if (!state.store) throw new DatabaseAway('it is away');
        return question(state.store);
      },
    },
    clock: { now: () => state.nowMs },
    wallClock: { steady: () => state.steadyMs },
    log: silentLogger,
  });
  return { peaks, saved, state };
}

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => `file:${path.join(folder, 'a.db')}`],
  ['PostgreSQL', postgresUrl],
])('peaks of nodes in %s', (_name, urlOf) => {
  it('are there after a restart, for 14 days', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    const { nodePeaks: store, audit } = await openDatabase(url);
    await store.clear();
    const first = begun(store, START_MS);
    await first.saved.restoreOnce();
    for (let node = 0; node < 250; node++) first.peaks.learn(`node-${node}`, (node + 1) * GIB, START_MS);
    await first.saved.saveInTime();
    expect(await store.since(0, 1000)).toHaveLength(0);
    first.state.steadyMs = 5 * 60_000;
    await first.saved.saveInTime();
    expect(await store.since(0, 1000)).toHaveLength(250);

    const second = begun(store, START_MS + DAY_MS);
    await second.saved.restoreOnce();
    expect([0, 249].map((node) => second.peaks.of(`node-${node}`))).toEqual([GIB, 250 * GIB]);

    const late = begun(store, START_MS + 15 * DAY_MS);
    await late.saved.restoreOnce();
    expect(late.peaks.of('node-0')).toBeUndefined();
    await late.saved.save();
    expect(await store.since(0, 1000)).toHaveLength(0);
    await audit.close();
  });

  it('are neither lost nor replaced while the database is away', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    const { nodePeaks: store, audit } = await openDatabase(url);
    await store.put([{ node: 'a', peaks: JSON.stringify([START_MS / 3_600_000, 9 * GIB]) }], START_MS);
    const { peaks, saved, state } = begun(undefined, START_MS);
    await saved.restoreOnce();
    peaks.learn('a', GIB, START_MS);
    await saved.save();
    state.store = store;
    await saved.save();
    await saved.restoreOnce();
    expect(peaks.of('a')).toBe(9 * GIB);

    peaks.learn('a', 10 * GIB, START_MS);
    state.store = undefined;
    await saved.save();
    state.store = store;
    await saved.save();
    const next = begun(store, START_MS);
    await next.saved.restoreOnce();
    expect(next.peaks.of('a')).toBe(10 * GIB);
    await audit.close();
  });
});
