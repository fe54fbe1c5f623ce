import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databasesOfFile, NO_POSTGRES } from '@/tests/support/databases-of-file';
import { MemoryStore } from '@/tests/support/memory-store';
import { PART_OF_STOP } from '../../words/records';
import { connect, type Database } from '../database';
import { openDatabase } from '../open-database';
import type { AuditStore } from './audit-store';
import { cursorFrom, cursorText } from './order';
import { PrismaStore } from './prisma-store';
import { AUDIT_KINDS, type AuditRecord, FINISHED, withKey } from './records';

const T0 = Date.UTC(2026, 7, 1);
const { folder, postgresUrl } = databasesOfFile();

const action = (atMs: number, vpa = 'web', namespace = 'shop'): AuditRecord => ({
  kind: 'action',
  atMs,
  namespace,
  vpa,
  pod: `${vpa}-0`,
  podUid: 'u',
  action: 'evict',
  outcome: 'done',
  detail: '',
  reasons: [{ code: 'outside-bounds', container: 'app', request: 100, target: 200 }],
  before: { app: { cpu: 100 } },
  after: { app: { cpu: 200 } },
});
const admission = (atMs: number, vpa = 'web'): AuditRecord => ({
  kind: 'admission',
  atMs,
  namespace: 'shop',
  vpa,
  pod: `${vpa}-`,
  count: 12,
  detail: 'app: cpu capped to maxAllowed',
  before: { app: { requests: { cpu: 100 } } },
  after: { app: { requests: { cpu: 200 } } },
});
const decision = (atMs: number, vpa = 'web'): AuditRecord => ({
  kind: 'decision',
  atMs,
  namespace: 'shop',
  vpa,
  pod: `${vpa}-0`,
  podUid: 'u',
  decision: 'wait',
  reasons: [{ code: 'stopped', scope: 'all', who: 'ada', atMs }],
  notBeforeMs: atMs + 1000,
});
const change = (atMs: number, namespace = 'shop', name = 'web'): AuditRecord => ({
  kind: 'change',
  atMs,
  who: 'ada',
  change: 'stop',
  namespace,
  name,
  outcome: 'done',
  detail: 'on purpose',
  before: null,
  after: { updateMode: 'Off' },
});
const gap = (atMs: number, sinceMs = atMs): AuditRecord => ({
  kind: 'gap',
  sinceMs,
  atMs,
  dropped: 3,
  detail: 'away',
});
const withoutId = ({ id: _id, ...record }: AuditRecord & { id: bigint }) => record;

/** A store, and its tables if it is a database. */
interface Opened {
  store: AuditStore;
  database?: Database;
}

const kinds: [string, () => Promise<Opened>][] = [
  ['memory', async () => ({ store: new MemoryStore() })],
  ['SQLite', () => opened(sqliteUrl('whole'))],
  ['SQLite, searched in stretches of two rows', () => openedWithStretches(2)],
  ['PostgreSQL', () => opened(postgresUrl() ?? '')],
];

const sqliteUrl = (name: string) => `file:${path.join(folder, `${name}.db`)}`;

async function opened(url: string): Promise<Opened> {
  return { store: (await openDatabase(url)).audit, database: await connect(url) };
}

async function openedWithStretches(rows: number): Promise<Opened> {
  const url = sqliteUrl('stretches');
  const { store, database } = await opened(url);
  await store.close();
  return { store: new PrismaStore(await connect(url), 'sqlite', { stretch: rows }), database };
}

const TABLES = ['Decision', 'Action', 'Change', 'Gap'];

async function execute(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.$executeRawUnsafe(statement);
}

describe.each(kinds)('a store in %s', (name, open) => {
  let store: AuditStore;
  let database: Database | undefined;
  const isMissing = () => name === 'PostgreSQL' && !postgresUrl();

  // One database for all tests, emptied before each: to open one costs a hundred times as much.
  beforeAll(async () => {
    if (!isMissing()) ({ store, database } = await open());
    return async () => {
      await store?.close();
      await database?.$disconnect();
    };
  });
  beforeEach(async (context) => {
    if (isMissing()) return context.skip(NO_POSTGRES);
    if (!database) store = new MemoryStore();
    else
      await execute(
        database,
        TABLES.map((table) => `DELETE FROM "${table}"`),
      );
  });

  const all = { kinds: AUDIT_KINDS, limit: 100 };

  it('returns records newest first', async () => {
    const records = [action(T0), admission(T0), decision(T0 + 1), change(T0 + 2), gap(T0 + 3)];
    await store.append(records);
    const [acted, admitted, ...later] = records;
    expect((await store.audit(all)).map(withoutId)).toEqual([...later.reverse(), acted, admitted]);
  });

  it('stores once what is sent again, as the answer to it was lost', async () => {
    const records = [action(T0), admission(T0 + 1), decision(T0 + 2), change(T0 + 3), gap(T0 + 4)].map(
      withKey,
    );
    await store.append(records);
    await store.append([...records, withKey(change(T0 + 3))]);
    const kinds = (await store.audit(all)).map(({ kind }) => kind);
    expect(kinds).toEqual(['gap', 'change', 'change', 'decision', 'admission', 'action']);
  });

  it('keeps the trace of what was done and changed, and finds both by it', async () => {
    const traced = [
      { ...action(T0), trace: 'a1b2c3d4' },
      { ...change(T0 + 1), trace: 'e5f6a7b8' },
    ];
    await store.append([action(T0 - 1), ...traced, admission(T0 + 2)]);
    for (const record of traced) {
      const found = await store.audit({ ...all, words: [record.trace.toUpperCase()] });
      expect(found.map(withoutId)).toEqual([record]);
    }
    const [untraced] = await store.audit({ ...all, untilMs: T0 - 1 });
    expect(untraced).not.toHaveProperty('trace');
  });

  it.each<[string, object, string[]]>([
    ['by what admission did, gaps aside', { kinds: ['admission', 'gap'] }, ['gap', 'admission', 'admission']],
    ['by actions without what admission did', { kinds: ['action'] }, ['action']],
    ['by words of why admission gave no more', { words: ['maxallowed'] }, ['gap', 'admission', 'admission']],
    ['by how it ended, which admission does not tell', { outcome: 'done' }, ['gap', 'action']],
    ['by what was done, which admission does not tell', { what: 'evict' }, ['gap', 'action']],
    ['by name', { name: 'api', kinds: ['action', 'admission'] }, ['admission']],
  ])('filters %s', async (_name, filter, expected) => {
    await store.append([action(T0), admission(T0 + 1), admission(T0 + 2, 'api'), gap(T0 + 3)]);
    const found = await store.audit({ ...all, ...filter });
    expect(found.map((record) => record.kind)).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    ['by kind', { kinds: ['action'] }, ['action', 'action']],
    ['by namespace, gaps aside', { namespace: 'bank' }, ['gap', 'action']],
    ['within some namespaces, gaps aside', { within: ['bank', 'other'] }, ['gap', 'action']],
    ['within none, gaps aside', { within: [] }, ['gap']],
    ['by a namespace that is not within', { within: ['bank'], namespace: 'shop' }, ['gap']],
    ['by name, gaps aside', { name: 'web' }, ['gap', 'change', 'decision', 'action']],
    ['from a moment on', { sinceMs: T0 + 3 }, ['gap', 'change']],
    ['up to a moment', { untilMs: T0 + 1 }, ['action', 'action']],
    ['as many as asked for', { limit: 2 }, ['gap', 'change']],
    ['by what was done, gaps aside', { what: 'evict' }, ['gap', 'action', 'action']],
    ['by what was decided, gaps aside', { what: 'wait' }, ['gap', 'decision']],
    ['by how it ended, gaps aside', { outcome: 'done', namespace: 'shop' }, ['gap', 'change', 'action']],
    ['by words of the detail, gaps aside', { words: ['PURPOSE', 'ada'] }, ['gap', 'change']],
    ['by a part of the name of a pod, gaps aside', { words: ['api-'] }, ['gap', 'action']],
    ['by words that do not all occur, gaps aside', { words: ['api', 'shop'] }, ['gap']],
    ['from the oldest on', { order: 'oldest', limit: 3 }, ['action', 'action', 'decision']],
  ])('filters %s', async (_name, filter, expected) => {
    await store.append([
      action(T0),
      action(T0 + 1, 'api', 'bank'),
      decision(T0 + 2),
      change(T0 + 3),
      gap(T0 + 4),
    ]);
    const found = await store.audit({ ...all, ...filter });
    expect(found.map((record) => record.kind)).toEqual(expected);
  });

  it('notes what came of the changes of pods beside each that was done in that time', async () => {
    const noted = { kind: 'outcome', namespace: 'shop', vpa: 'web', part: '', sinceMs: T0 + 10 } as const;
    const refused = { ...action(T0 + 20), outcome: 'refused' } as const;
    const ended = { ...action(T0 + 22), action: 'unboost' } as const;
    await store.append([action(T0), refused, ended, action(T0 + 25, 'api'), action(T0 + 30)]);
    await store.append([{ ...noted, atMs: T0 + 40, cameOfIt: 'running' }, action(T0 + 50)]);
    await store.append([{ ...noted, atMs: T0 + 45, cameOfIt: 'kept' }]);
    const found = await store.audit({ kinds: ['action'], order: 'oldest', limit: 10 });
    expect(found.map((one) => one.kind === 'action' && one.cameOfIt)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'kept',
      undefined,
    ]);
    expect(found).toHaveLength(6);
  });

  it('tells of no change that it is still followed once a later one is', async () => {
    const noted = { kind: 'outcome', namespace: 'shop', vpa: 'web', part: '' } as const;
    await store.append([action(T0), action(T0 + 1, 'api'), action(T0 + 50)]);
    await store.append([
      { ...noted, sinceMs: T0, atMs: T0 + 5, cameOfIt: 'running' },
      { ...noted, vpa: 'api', sinceMs: T0, atMs: T0 + 5, cameOfIt: 'running' },
      { ...noted, sinceMs: T0 + 50, atMs: T0 + 60, cameOfIt: 'running' },
    ]);
    const found = await store.audit({ kinds: ['action'], order: 'oldest', limit: 10 });
    expect(found.map((one) => one.kind === 'action' && one.cameOfIt)).toEqual([
      'unknown',
      'running',
      'running',
    ]);
  });

  it('notes what came of the changes of one part of the pods beside those of that part alone', async () => {
    const parts = ['', 'size=small', 'size=large'];
    await store.append(parts.map((part, index) => ({ ...action(T0 + index), ...(part && { part }) })));
    const noted = { kind: 'outcome', namespace: 'shop', vpa: 'web', sinceMs: T0, atMs: T0 + 9 } as const;
    await store.append([{ ...noted, part: 'size=small', cameOfIt: 'undone' }]);
    const found = await store.audit({ kinds: ['action'], order: 'oldest', limit: 10 });
    expect(found.map((one) => one.kind === 'action' && [one.part ?? '', one.cameOfIt])).toEqual([
      ['', undefined],
      ['size=small', 'undone'],
      ['size=large', undefined],
    ]);
  });

  it('finds a gap by any moment it covers', async () => {
    await store.append([gap(T0 + 9, T0 + 5)]);
    const at = (ms: number) => store.audit({ ...all, sinceMs: T0 + ms, untilMs: T0 + ms });
    const found = await Promise.all([4, 5, 7, 9, 10].map(at));
    expect(found.map((records) => records.length)).toEqual([0, 1, 1, 1, 0]);
  });

  it.each(['newest', 'oldest'] as const)(
    'pages from the %s without losing or repeating a record',
    async (order) => {
      const records = [0, 0, 0, 1, 1].flatMap((after) => [
        action(T0 + after),
        admission(T0 + after),
        decision(T0 + after),
        change(T0 + after),
      ]);
      await store.append(records);
      const seen: string[] = [];
      for (let after: ReturnType<typeof cursorFrom>; ; ) {
        const page = await store.audit({ ...all, limit: 4, order, after });
        seen.push(...page.map(cursorText));
        const last = page.at(-1);
        if (!last) break;
        after = cursorFrom(cursorText(last));
      }
      const whole = await store.audit({ ...all, order });
      expect(seen).toEqual(whole.map(cursorText));
      expect(new Set(seen).size).toBe(records.length);
      expect(seen.length).toBe(records.length);
    },
  );

  if (name !== 'memory')
    it('stores all of a batch or none', async () => {
      const broken = { ...action(T0 + 1), namespace: undefined } as unknown as AuditRecord;
      await expect(store.append([change(T0), broken])).rejects.toThrow();
      expect(await store.audit(all)).toEqual([]);
    });

  it('stores a text that no database would take as it is', async () => {
    const texts = ['a\0b', '\ud800', 'back\\u0000slash', 'whole \u{1f600}'];
    const odd = texts.map((text, index) => ({ ...change(T0 + index), who: text, before: { [text]: text } }));
    await store.append(odd);
    const found = await store.audit({ ...all, order: 'oldest' });
    const kept = name === 'memory' ? texts : ['a\ufffdb', '\ufffd', 'back\\u0000slash', 'whole \u{1f600}'];
    expect(found).toMatchObject(kept.map((text) => ({ who: text, before: { [text]: text } })));
  });

  it('stores nothing when probed', async () => {
    await store.probe();
    expect(await store.audit(all)).toEqual([]);
  });

  if (name.includes('stretches'))
    it('gives others a turn while it searches', async () => {
      await store.append(Array.from({ length: 20 }, (_, index) => change(T0 + Math.floor(index / 7))));
      let turns = 0;
      let isOver = false;
      const count = () => {
        turns++;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      const [first, second] = await Promise.all([
        store.audit({ ...all, kinds: ['change'], words: ['nobody'] }),
        store.audit({ ...all, kinds: ['change'], words: ['purpose'], limit: 15 }),
      ]);
      isOver = true;
      expect([first.length, second.length]).toEqual([0, 15]);
      expect(turns).toBeGreaterThan(9);
    });

  if (name !== 'memory')
    it('numbers its rows with 64 bits, and pages by them', async () => {
      const farOn = 2n ** 62n;
      const raise = (table: string) =>
        name.startsWith('SQLite')
          ? [
              `DELETE FROM sqlite_sequence WHERE name = '${table}'`,
              `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${farOn})`,
            ]
          : [`SELECT setval('"${table}_id_seq"', ${farOn})`];
      if (database) await execute(database, TABLES.flatMap(raise));
      await store.append([0, 0, 0].flatMap(() => [action(T0), decision(T0), change(T0), gap(T0)]));
      const seen: string[] = [];
      for (let after: ReturnType<typeof cursorFrom>; ; ) {
        const page = await store.audit({ ...all, limit: 1, after });
        seen.push(...page.map(({ id }) => String(id - farOn)));
        after = page[0] && cursorFrom(cursorText(page[0]));
        if (!after) break;
      }
      expect(seen).toEqual(['3', '2', '1', '3', '2', '1', '3', '2', '1', '3', '2', '1']);
    });

  it('distinguishes records up to a mark from later ones, whatever their date', async () => {
    await store.append([action(T0 + 50), decision(T0 + 50), change(T0 + 50), gap(T0 + 50)]);
    const mark = await store.mark();
    await store.append([admission(T0), decision(T0 + 1), change(T0 + 2), gap(T0 + 3)]);
    const kindsOf = async (when: 'after' | 'by') =>
      (await store.audit({ ...all, recorded: { when, mark } })).map(({ kind }) => kind);
    expect(await kindsOf('after')).toEqual(['gap', 'change', 'decision', 'admission']);
    expect(await kindsOf('by')).toEqual(['change', 'action', 'decision', 'gap']);
  });

  it('marks an empty record', async () => {
    expect(Object.values(await store.mark())).toEqual([0n, 0n, 0n, 0n, 0n]);
  });

  it('tells when actions were done, newest first, filtered and up to a bound', async () => {
    const resize = { ...action(T0 + 1), action: 'resize' } as AuditRecord;
    const refused = { ...action(T0 + 3), outcome: 'refused' } as AuditRecord;
    await store.append([action(T0), resize, change(T0 + 2), refused, decision(T0 + 4)]);
    const told = async (more: object) =>
      (await store.actionTimes({ ...all, ...more })).map(({ atMs, action }) => `${atMs - T0} ${action}`);
    expect(await told({})).toEqual(['3 evict', '1 resize', '0 evict']);
    expect(await told({ outcome: 'done' })).toEqual(['1 resize', '0 evict']);
    expect(await told({ what: 'resize' })).toEqual(['1 resize']);
    expect(await told({ limit: 1 })).toEqual(['3 evict']);
    expect(await told({ name: 'nothing' })).toEqual([]);
  });

  it('leaves out decisions about finished pods when told to, and counts them up to a bound', async () => {
    const finished = (atMs: number) => ({ ...decision(atMs), decision: FINISHED }) as AuditRecord;
    await store.append([decision(T0), finished(T0 + 1), finished(T0 + 2), change(T0 + 3), finished(T0 + 4)]);
    const shown = await store.audit({ ...all, hidesFinished: true });
    expect(shown.map(({ atMs }) => atMs - T0)).toEqual([3, 0]);
    expect(await store.audit(all)).toHaveLength(5);
    const counted = (more: object, most = 10) =>
      store.finished({ ...all, hidesFinished: true, ...more }, most);
    expect(await counted({})).toBe(3);
    expect(await counted({}, 2)).toBe(2);
    expect(await counted({ untilMs: T0 + 2 })).toBe(2);
    expect(await counted({ name: 'api' })).toBe(0);
    expect(await counted({ kinds: ['change'] })).toBe(0);
  });

  it('leaves out what a stop did to each VPA when told to', async () => {
    const stop = { ...change(T0), change: 'stop' } as AuditRecord;
    const part = { ...change(T0 + 1), change: PART_OF_STOP } as AuditRecord;
    await store.append([stop, part, action(T0 + 2)]);
    const shown = await store.audit({ ...all, hidesPartsOfStops: true });
    expect(shown.map(({ atMs }) => atMs - T0)).toEqual([2, 0]);
    expect(await store.audit(all)).toHaveLength(3);
  });

  it('shows only changes of some kinds when told to, and all of the rest', async () => {
    const stop = { ...change(T0), change: 'clusters-stop' } as AuditRecord;
    await store.append([stop, { ...change(T0 + 1), change: 'revert' } as AuditRecord, action(T0 + 2)]);
    const shown = await store.audit({ ...all, changes: ['clusters-stop', 'clusters-resume'] });
    expect(shown.map(({ atMs }) => atMs - T0)).toEqual([2, 0]);
  });

  it('removes records past their age, per kind, and nothing else', async () => {
    await store.append([decision(T0), decision(T0 + 10), action(T0), action(T0 + 10), gap(T0)]);
    const cutoffs = { decisionsMs: T0 + 5, auditMs: T0 };
    expect(await store.prune(cutoffs)).toBe(1);
    expect(await store.prune(cutoffs)).toBe(0);
    expect((await store.audit(all)).map((record) => record.atMs - T0)).toEqual([10, 10, 0, 0]);
  });
});
