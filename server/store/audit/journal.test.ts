import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decisionRecord } from '@/tests/support/decision-record';
import { MemoryStore } from '@/tests/support/memory-store';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { type LoopListener, NOBODY } from '../../lib/time/repeat';

import { UNHEARD } from '../away';
import { Journal, type JournalRun } from './journal';
import { AUDIT_KINDS, type AuditRecord, type ChangeRecord } from './records';

import { UncleanEnd } from './unclean-end';

const T0 = Date.UTC(2026, 7, 1);
const RETENTION_MS = 1e8;
const A_WHILE_MS = 60 * 60_000;
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

/** A store that is unavailable while `isAway`, and does not answer until `answers` is resolved. */
class FlakyStore extends MemoryStore {
  isAway = false;
  answers: Promise<void> = Promise.resolve();
  /** What each round of pruning waits for, and how many more rounds find something. */
  pruning = async (): Promise<void> => {};
  roundsLeft = 0;
  /** Names of changes it refuses, and how many batches break the connection. */
  refused: readonly string[] = [];
  full: readonly string[] = [];
  breaks = 0;
  /** How many batches it stores without its answer arriving. */
  lostAnswers = 0;

  override async append(records: readonly AuditRecord[]): Promise<void> {
    await this.answers;
    if (this.isAway) throw new Error('connection refused');
    if (this.breaks-- > 0) throw new Error('connection reset');
    const refused = records.find((record) => record.kind === 'change' && this.refused.includes(record.name));
    if (refused) throw new Error('\nInvalid invocation:\n\nno such date');
    if (records.some((record) => record.kind === 'change' && this.full.includes(record.name)))
      throw new Error('\n\nDatabase error. Code: `13`. Message: `SQLITE_FULL: database or disk is full`');
    await super.append(records);
    if (this.lostAnswers-- > 0) throw new Error('connection reset');
  }

  override async prune(cutoffs: Parameters<MemoryStore['prune']>[0]): Promise<number> {
    await this.pruning();
    return (await super.prune(cutoffs)) + Math.max(0, this.roundsLeft--);
  }

  override async probe(): Promise<void> {
    await this.answers;
    if (this.isAway) throw new Error('connection refused');
  }

  override async audit(query: Parameters<MemoryStore['audit']>[0]) {
    if (this.isAway) throw new Error('connection refused');
    return super.audit(query);
  }
}

function recording({
  queueLimit = 100,
  isAway = false,
  startMs = T0,
  uncleanEnd,
  run,
  store = new FlakyStore(),
  loops = NOBODY,
  opening = async () => {},
}: {
  queueLimit?: number;
  isAway?: boolean;
  startMs?: number;
  uncleanEnd?: UncleanEnd;
  run?: JournalRun;
  store?: FlakyStore;
  loops?: LoopListener;
  opening?: (clock: ManualClock) => Promise<void>;
} = {}) {
  store.isAway = isAway;
  const clock = new ManualClock(startMs);
  const retention = { decisionsMs: RETENTION_MS, auditMs: RETENTION_MS };
  const made = new Journal({
    open: async () => {
      await opening(clock);
      return store;
    },
    clock,
    wallClock: clock,
    log: silentLogger,
    loops,
    reach: UNHEARD,
    queueLimits: { audit: queueLimit, bulk: queueLimit },
    retention,
    uncleanEnd,
    run,
  });
  return { store, clock, journal: made };
}

const names = async (store: MemoryStore) =>
  (await store.audit(ALL)).map((record) => (record.kind === 'change' ? record.name : record.kind));

describe('the journal', () => {
  it('stores records in order', async () => {
    const { store, clock, journal } = recording();
    journal.record(change('a'), change('b'));
    await clock.advance(1000);
    journal.record(change('c'));
    await clock.advance(0);
    await clock.advance(1000);
    expect(await names(store)).toEqual(['c', 'b', 'a']);
    expect(journal.state).toEqual({ kind: 'available', dropped: 0 });
  });

  it('does nothing where nothing is recorded', async () => {
    let runs = 0;
    const { clock, journal } = recording({ loops: { ran: () => runs++ } });
    await clock.advance(1000);
    const before = runs;
    journal.record();
    await clock.advance(0);
    await clock.advance(1000);
    expect(runs).toBe(before);
    journal.record(change('a'));
    await clock.advance(0);
    await clock.advance(1000);
    expect(runs).toBe(before + 1);
  });

  it('gives others a turn between two transactions, however much waits', async () => {
    const store = new FlakyStore();
    const order: (number | 'turn')[] = [];
    const append = store.append.bind(store);
    store.append = async (records) => {
      order.push(records.length);
      setImmediate(() => order.push('turn'));
      await append(records);
    };
    const { clock, journal } = recording({ store, queueLimit: 1000 });
    journal.record(...Array.from({ length: 120 }, (_, index) => change(`${index}`)));
    await clock.advance(1000);
    while (journal.waiting > 0) await nextTurn();
    expect(order.slice(0, 5)).toEqual([50, 'turn', 50, 'turn', 20]);
  });

  it('answers with this run of the embedded cluster, and with earlier ones when asked', async () => {
    const { store, clock, journal: former } = recording({ run: {} });
    former.record(change('gone'));
    await clock.advance(1000);
    expect(former.hasEarlier).toBe(false);
    const run: JournalRun = {};
    for (const name of ['here', 'still here']) {
      const one = recording({ run, store });
      one.journal.record(change(name));
      await one.clock.advance(1000);
    }
    const last = recording({ run, store });
    await last.clock.advance(1000);
    const found = async (of: 'this' | 'earlier') =>
      (await last.journal.audit(ALL, of)).map((record) => record.kind === 'change' && record.name);
    expect(await found('this')).toEqual(['still here', 'here']);
    expect(await found('earlier')).toEqual(['gone']);
    expect(last.journal.hasEarlier).toBe(true);
  });

  it('keeps records while the database is unavailable, and stores them once it is back', async () => {
    const { store, clock, journal } = recording({ isAway: true });
    journal.record(change('a'));
    await clock.advance(1000);
    expect(journal.state).toEqual({ kind: 'away', dropped: 0, message: 'connection refused' });
    expect(await journal.audit(ALL)).toEqual([]);
    store.isAway = false;
    await clock.advance(60_000);
    expect(await names(store)).toEqual(['a']);
    expect(journal.state.kind).toBe('available');
  });

  it('stores one edit once even when its answer was lost', async () => {
    const { store, clock, journal } = recording();
    store.lostAnswers = 2;
    journal.record(change('a'), change('b'));
    await clock.advance(60_000);
    expect((await names(store)).sort()).toEqual(['a', 'b']);
    expect(journal.waiting).toBe(0);
  });

  it('keeps saying that a file is damaged while what does not touch the damage succeeds', async () => {
    const { store, clock, journal } = recording();
    journal.record(change('a'));
    await clock.advance(1000);
    store.pruning = async () => {
      throw new Error('SQLITE_CORRUPT: database disk image is malformed');
    };
    const seen = new Set<string>();
    for (let minutes = 0; minutes < 40; minutes++) {
      journal.record(change(`m${minutes}`));
      await clock.advance(60_000);
      seen.add(journal.state.kind);
    }
    expect([...seen]).toEqual(['available', 'away']);
    expect(await names(store)).toHaveLength(41);
  });

  it('waits a minute for a database that is only made or migrated', async () => {
    const { clock, journal } = recording({ opening: (time) => time.sleep(40_000) });
    journal.record(change('a'));
    await clock.advance(30_000);
    expect(journal.state.kind).toBe('opening');
    await clock.advance(20_000);
    expect(journal.state.kind).toBe('available');
    const never = recording({ opening: () => new Promise(() => {}) });
    never.journal.record(change('a'));
    await never.clock.advance(61_000);
    expect(never.journal.state.kind).toBe('away');
  });

  it('treats a database that does not answer as unavailable until it answers', async () => {
    const { store, clock, journal } = recording();
    let answer = () => {};
    store.answers = new Promise((resolve) => {
      answer = resolve;
    });
    journal.record(change('a'));
    await clock.advance(10_000);
    expect(journal.state).toMatchObject({ kind: 'away', message: 'the database does not answer' });
    answer();
    await clock.advance(1000);
    expect(await names(store)).toEqual(['a']);
    expect(journal.state.kind).toBe('available');
  });

  it('treats no database as unavailable that answers, however long pruning takes', async () => {
    const { store, clock, journal } = recording();
    store.pruning = () => clock.sleep(1000);
    store.roundsLeft = 20;
    journal.record(change('a'));
    const seen = new Set<string>();
    for (let seconds = 0; seconds < 30; seconds++) {
      await clock.advance(1000);
      seen.add(journal.state.kind);
    }
    expect(store.roundsLeft).toBeLessThan(0);
    expect([...seen]).toEqual(['available']);
  });

  it('ends while the database does not answer', async () => {
    const { store, clock, journal } = recording();
    store.answers = new Promise(() => {});
    journal.record(change('a'));
    await clock.advance(10_000);
    await expect(journal.close()).resolves.toBeUndefined();
  });

  it('drops the oldest when too many wait, and records the gap', async () => {
    const { store, clock, journal } = recording({ isAway: true, queueLimit: 3 });
    ['a', 'b', 'c', 'd', 'e'].forEach((name, index) => {
      journal.record({ ...change(name), atMs: T0 + index });
    });
    await clock.advance(1000);
    store.isAway = false;
    await clock.advance(60_000);
    expect((await names(store)).sort()).toEqual(['c', 'd', 'e', 'gap']);
    const [gap] = await store.audit({ ...ALL, kinds: ['gap'] });
    expect(gap).toMatchObject({
      sinceMs: T0,
      atMs: T0 + 1,
      dropped: 2,
      detail: 'Changes and actions: connection refused',
    });
    expect(journal.state.dropped).toBe(2);
  });

  it('keeps a stop under a flood of decisions, and says what was lost', async () => {
    const { store, clock, journal } = recording({ isAway: true, queueLimit: 1000 });
    for (let index = 0; index < 10_000; index++) journal.record(decisionRecord(T0 + index));
    journal.record(change('stopped'));
    for (let index = 10_000; index < 20_000; index++) journal.record(decisionRecord(T0 + index));
    await clock.advance(1000);
    store.isAway = false;
    await clock.advance(60_000);
    const found = await store.audit({ ...ALL, kinds: ['change', 'gap'] });
    expect(found).toMatchObject([
      {
        kind: 'gap',
        sinceMs: T0,
        atMs: T0 + 18_999,
        dropped: 19_000,
        detail: 'Decisions and admissions: connection refused',
      },
      { kind: 'change', name: 'stopped' },
    ]);
  });

  it('probes a database that failed a read until it answers, with nothing to store', async () => {
    const { store, clock, journal } = recording();
    journal.record(change('a'));
    await clock.advance(1000);
    store.isAway = true;
    expect(await journal.audit(ALL)).toEqual([]);
    expect(journal.state.kind).toBe('away');
    await clock.advance(60_000);
    expect(journal.state.kind).toBe('away');
    store.isAway = false;
    await clock.advance(60_000);
    expect(journal.state.kind).toBe('available');
    expect(await journal.audit(ALL)).toMatchObject([{ name: 'a' }]);
  });

  it('does not treat a database as unavailable that refuses one query', async () => {
    const { store, clock, journal } = recording();
    journal.record(change('a'));
    await clock.advance(1000);
    store.audit = () => Promise.reject(new Error('no such column'));
    await expect(journal.audit(ALL)).rejects.toThrow('no such column');
    expect(journal.state.kind).toBe('available');
  });

  it('gives up a record that the database refuses, and stores the others', async () => {
    const { store, clock, journal } = recording();
    store.refused = ['c', 'f'];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) journal.record(change(name));
    await clock.advance(1000);
    expect(await names(store)).toEqual(['g', 'e', 'd', 'b', 'a', 'gap']);
    const [gap] = await store.audit({ ...ALL, kinds: ['gap'] });
    expect(gap).toMatchObject({
      sinceMs: T0,
      dropped: 2,
      detail: 'Changes and actions: the database refused it: no such date',
    });
    expect(journal.state).toEqual({ kind: 'available', dropped: 2 });
  });

  it('gives up nothing on a disk so full that only a probe still fits', async () => {
    const { store, clock, journal } = recording();
    store.full = ['b'];
    for (const name of ['a', 'b', 'c']) journal.record(change(name));
    await clock.advance(1000);
    expect(journal.state).toMatchObject({
      kind: 'away',
      dropped: 0,
      message: 'SQLITE_FULL: database or disk is full',
    });
    store.full = [];
    await clock.advance(A_WHILE_MS);
    expect(await names(store)).toEqual(['c', 'b', 'a']);
  });

  it('gives up nothing when the connection breaks', async () => {
    const { store, clock, journal } = recording();
    store.breaks = 2;
    journal.record(change('a'));
    await clock.advance(1000);
    expect(await names(store)).toEqual(['a']);
    expect(journal.state).toEqual({ kind: 'available', dropped: 0 });
  });

  it('dates a record without a valid time by now', async () => {
    const { store, clock, journal } = recording();
    journal.record({ ...change('a'), atMs: Number.NaN });
    await clock.advance(1000);
    expect(await store.audit(ALL)).toMatchObject([{ name: 'a', atMs: T0 }]);
  });

  it('removes records past their retention', async () => {
    const { store, clock, journal } = recording();
    journal.record(change('a'));
    await clock.advance(1000);
    expect(await names(store)).toEqual(['a']);
    await clock.advance(RETENTION_MS);
    journal.record({ ...change('b'), atMs: clock.now() });
    for (let steps = 0; steps < 10; steps++) await clock.advance(A_WHILE_MS);
    expect(await names(store)).toEqual(['b']);
  });
});

describe('after a crash', () => {
  let folder: string;
  const started = (afterMs = 0) =>
    recording({ startMs: T0 + afterMs, uncleanEnd: new UncleanEnd(folder, silentLogger) });
  const gaps = async (store: MemoryStore) =>
    (await store.audit({ ...ALL, kinds: ['gap'] })).flatMap((record) =>
      record.kind === 'gap' ? [[record.sinceMs - T0, record.atMs - T0]] : [],
    );

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-end-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each<[string, (killed: ReturnType<typeof recording>) => unknown, number[]]>([
    ['nothing is missing when nothing had been done', () => {}, []],
    [
      'what waited to be stored may be missing',
      ({ journal, store }) => {
        store.isAway = true;
        journal.record(change('lost'));
      },
      [0],
    ],
    [
      'what had been begun may be missing, from its beginning',
      async ({ journal, clock }) => {
        await clock.advance(2000);
        journal.begin();
        await clock.advance(1000);
        journal.record({ ...change('stored'), atMs: clock.now() });
        await clock.advance(1000);
      },
      [2000],
    ],
    [
      'what was recorded but not stored may be missing, from its beginning',
      async ({ journal, store, clock }) => {
        store.isAway = true;
        const done = journal.begin();
        await clock.advance(2000);
        journal.record({ ...change('lost'), atMs: clock.now() });
        done();
      },
      [0],
    ],
    [
      'nothing is missing once all is stored',
      async ({ journal, clock }) => {
        const done = journal.begin();
        journal.record(change('stored'));
        done();
        await clock.advance(1000);
      },
      [],
    ],
  ])('%s', async (_name, live, expected) => {
    await live(started());
    const second = started(9000);
    await second.clock.advance(1000);
    expect(await gaps(second.store)).toEqual(expected.map((sinceMs) => [sinceMs, 9000]));
    const third = started(10_000);
    await third.clock.advance(1000);
    expect(await gaps(third.store)).toEqual([]);
  });

  it('after a second crash, the gap reaches back to the first', async () => {
    const first = started();
    first.store.isAway = true;
    first.journal.record(change('lost'));
    const second = started(5000);
    second.store.isAway = true;
    await second.clock.advance(1000);
    second.journal.record({ ...change('lost too'), atMs: T0 + 6000 });
    const third = started(9000);
    await third.clock.advance(1000);
    expect(await gaps(third.store)).toEqual([[0, 9000]]);
  });

  it('ignores the markers of another process that still runs', async () => {
    const other = path.join(folder, `recording.${process.ppid}.${T0}`);
    writeFileSync(other, '');
    const { store, clock } = started();
    await clock.advance(1000);
    expect(await gaps(store)).toEqual([]);
    expect(existsSync(other)).toBe(true);
  });
});
