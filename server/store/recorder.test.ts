import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock';
import { silentLogger } from '../log';
import { MemoryStore } from './memory-store';
import { Recorder } from './recorder';
import { AUDIT_KINDS, type ChangeRecord, type StoreRecord } from './records';
import { UncleanEnd } from './unclean-end';

const T0 = Date.UTC(2026, 7, 1);
const ALL = { kinds: AUDIT_KINDS, limit: 1000 };

const change = (name: string): ChangeRecord => ({
  kind: 'change',
  atMs: T0,
  who: 'ada',
  change: 'stop',
  namespace: 'shop',
  name,
  outcome: 'done',
  detail: '',
  before: null,
  after: null,
});

/** A store that is away while `isAway`. */
class FlakyStore extends MemoryStore {
  isAway = false;

  override async append(records: readonly StoreRecord[]): Promise<void> {
    if (this.isAway) throw new Error('connection refused');
    return super.append(records);
  }

  override async audit(query: Parameters<MemoryStore['audit']>[0]) {
    if (this.isAway) throw new Error('connection refused');
    return super.audit(query);
  }
}

function recording({
  queueLimit = 100,
  isAway = false,
  uncleanEnd,
}: {
  queueLimit?: number;
  isAway?: boolean;
  uncleanEnd?: UncleanEnd;
} = {}) {
  const store = new FlakyStore();
  store.isAway = isAway;
  const clock = new ManualClock(T0);
  const retention = { decisionsMs: 1e9, auditMs: 1e9, recommendationsMs: 1e9 };
  const made = new Recorder({
    open: async () => store,
    clock,
    wallClock: clock,
    log: silentLogger,
    queueLimit,
    retention,
    uncleanEnd,
  });
  return { store, clock, recorder: made };
}

const names = async (store: MemoryStore) =>
  (await store.audit(ALL)).map((record) => (record.kind === 'change' ? record.name : record.kind));

describe('the recorder', () => {
  it('stores what it is told, in order', async () => {
    const { store, clock, recorder } = recording();
    recorder.record(change('a'), change('b'));
    await clock.advance(1000);
    recorder.record(change('c'));
    await clock.advance(0);
    await clock.advance(1000);
    expect(await names(store)).toEqual(['c', 'b', 'a']);
    expect(recorder.state).toEqual({ kind: 'available', dropped: 0 });
  });

  it('keeps what comes while the database is away, and stores it once it is back', async () => {
    const { store, clock, recorder } = recording({ isAway: true });
    recorder.record(change('a'));
    await clock.advance(1000);
    expect(recorder.state).toEqual({ kind: 'away', dropped: 0, message: 'connection refused' });
    expect(await recorder.audit(ALL)).toEqual([]);
    store.isAway = false;
    await clock.advance(60_000);
    expect(await names(store)).toEqual(['a']);
    expect(recorder.state.kind).toBe('available');
  });

  it('drops the oldest when too much waits, and records that it did', async () => {
    const { store, clock, recorder } = recording({ isAway: true, queueLimit: 3 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) recorder.record(change(name));
    await clock.advance(1000);
    store.isAway = false;
    await clock.advance(60_000);
    expect((await names(store)).sort()).toEqual(['c', 'd', 'e', 'gap']);
    const [gap] = await store.audit({ ...ALL, kinds: ['gap'] });
    expect(gap).toMatchObject({ dropped: 2, detail: 'connection refused' });
    expect(recorder.state.dropped).toBe(2);
  });

  it('says after a sudden end that something may be missing, and nothing after an orderly one', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-end-'));
    const killed = recording({ uncleanEnd: new UncleanEnd(folder) });
    killed.recorder.record(change('lost'));
    const after = recording({ uncleanEnd: new UncleanEnd(folder) });
    await after.clock.advance(1000);
    expect(await names(after.store)).toEqual(['gap']);
    const closing = after.recorder.close();
    await after.clock.advance(1000);
    await closing;
    const third = recording({ uncleanEnd: new UncleanEnd(folder) });
    await third.clock.advance(1000);
    expect(await names(third.store)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
