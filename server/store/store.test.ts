import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, postgresBin, startPostgres } from '../../tests/support/postgres';
import { compareAudit, cursorFrom, cursorText } from './audit-order';
import { connect } from './database';
import { openDatabase } from './index';
import { MemoryStore } from './memory-store';
import { AUDIT_KINDS, type AuditRecord, type StoreRecord } from './records';
import type { Store } from './store';

const T0 = Date.UTC(2026, 7, 1);
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-store-'));
const bin = postgresBin();
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  if (bin) postgres = await startPostgres(bin);
});
afterAll(async () => {
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});

const action = (atMs: number, vpa = 'web', namespace = 'shop'): StoreRecord => ({
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
const admission = (atMs: number, vpa = 'web'): StoreRecord => ({
  kind: 'admission',
  atMs,
  namespace: 'shop',
  vpa,
  pod: `${vpa}-`,
  detail: 'app: cpu capped to maxAllowed',
  before: { app: { requests: { cpu: 100 } } },
  after: { app: { requests: { cpu: 200 } } },
});
const decision = (atMs: number, vpa = 'web'): StoreRecord => ({
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
const change = (atMs: number, namespace = 'shop', name = 'web'): StoreRecord => ({
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
const gap = (atMs: number, sinceMs = atMs): StoreRecord => ({
  kind: 'gap',
  sinceMs,
  atMs,
  dropped: 3,
  detail: 'away',
});
const recommendation = (atMs: number, target: number): StoreRecord => ({
  kind: 'recommendation',
  atMs,
  namespace: 'shop',
  vpa: 'web',
  container: 'app',
  cpu: { target, lowerBound: 10, upperBound: 1e14 },
  memory: {},
});

const withoutId = ({ id: _id, ...record }: AuditRecord & { id: number }) => record;

const kinds: [string, () => Promise<Store>][] = [
  ['memory', async () => new MemoryStore()],
  ['SQLite', () => openDatabase(`file:${path.join(mkdtempSync(path.join(folder, 'db-')), 'a.db')}`)],
  ['PostgreSQL', () => freshPostgres()],
];

async function freshPostgres(): Promise<Store> {
  if (!postgres) throw new Error('no PostgreSQL');
  const database = await connect(postgres.url);
  await database.$executeRawUnsafe('DROP SCHEMA public CASCADE');
  await database.$executeRawUnsafe('CREATE SCHEMA public');
  await database.$disconnect();
  return openDatabase(postgres.url);
}

if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');

describe.each(kinds)('a store in %s', (name, open) => {
  let store: Store;
  const isMissing = name === 'PostgreSQL' && !bin;

  beforeEach(async (context) => {
    if (isMissing) return context.skip('PostgreSQL is not installed: apt-get install postgresql');
    store = await open();
    return () => store.close();
  });

  const all = { kinds: AUDIT_KINDS, limit: 100 };

  it('gives back what it was given, newest first', async () => {
    const records = [action(T0), admission(T0), decision(T0 + 1), change(T0 + 2), gap(T0 + 3)];
    await store.append(records);
    const [acted, admitted, ...later] = records;
    expect((await store.audit(all)).map(withoutId)).toEqual([...later.reverse(), acted, admitted]);
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

  it('finds a gap by any moment it covers', async () => {
    await store.append([gap(T0 + 9, T0 + 5)]);
    const at = (ms: number) => store.audit({ ...all, sinceMs: T0 + ms, untilMs: T0 + ms });
    const found = await Promise.all([4, 5, 7, 9, 10].map(at));
    expect(found.map((records) => records.length)).toEqual([0, 1, 1, 1, 0]);
  });

  it.each(['newest', 'oldest'] as const)(
    'pages from the %s on without losing or repeating any',
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
    it('keeps all of a batch or none', async () => {
      const broken = { ...action(T0 + 1), namespace: undefined } as unknown as StoreRecord;
      await expect(store.append([change(T0), broken])).rejects.toThrow();
      expect(await store.audit(all)).toEqual([]);
    });

  it('keeps the history of recommendations, absent amounts absent', async () => {
    await store.append([recommendation(T0, 100), recommendation(T0 + 1, 200)]);
    const found = await store.recommendations({ namespace: 'shop', vpa: 'web', sinceMs: T0, limit: 10 });
    expect(found.map((record) => record.cpu.target)).toEqual([200, 100]);
    expect(found[0]?.cpu.upperBound).toBe(1e14);
    expect(found[0]?.memory.target).toBeUndefined();
  });

  it('removes what is too old, each kind by its own age, and nothing else', async () => {
    await store.append([decision(T0), decision(T0 + 10), action(T0), action(T0 + 10), recommendation(T0, 1)]);
    const cutoffs = { decisionsMs: T0 + 5, auditMs: T0, recommendationsMs: T0 + 5 };
    expect(await store.prune(cutoffs)).toBe(2);
    expect(await store.prune(cutoffs)).toBe(0);
    expect((await store.audit(all)).map((record) => record.atMs - T0)).toEqual([10, 10, 0]);
    expect(await store.recommendations({ namespace: 'shop', vpa: 'web', limit: 10 })).toEqual([]);
  });
});

describe('a database of the former version', () => {
  it('keeps its gaps, each as the moment it was known by', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-former-'));
    const migrations = path.join(folder, 'migrations');
    const url = `file:${path.join(folder, 'a.db')}`;
    const [first = ''] = readdirSync('prisma/migrations/sqlite').filter((name) => name.endsWith('_record'));
    cpSync(`prisma/migrations/sqlite/${first}`, path.join(migrations, 'sqlite', first), { recursive: true });
    await (await openDatabase(url, migrations)).close();
    const former = await connect(url);
    await former.$executeRawUnsafe(
      `INSERT INTO "Gap" ("at", "dropped") VALUES ('2026-08-01T00:00:00.000Z', 3)`,
    );
    await former.$disconnect();
    const store = await openDatabase(url);
    const found = await store.audit({ kinds: ['gap'], limit: 10 });
    expect(found).toMatchObject([{ kind: 'gap', sinceMs: T0, atMs: T0, dropped: 3 }]);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});

describe('the order of the audit log', () => {
  it('has a text for every place in it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...AUDIT_KINDS), fc.nat(), (atMs, kind, id) => {
        expect(cursorFrom(cursorText({ atMs, kind, id }))).toEqual({ atMs, kind, id });
      }),
    );
    expect(cursorFrom('yesterday')).toBeUndefined();
  });

  it('is a strict order', () => {
    const place = fc.record({ atMs: fc.nat(3), kind: fc.constantFrom(...AUDIT_KINDS), id: fc.nat(3) });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const isSame = a.atMs === b.atMs && a.kind === b.kind && a.id === b.id;
        expect(compareAudit(a, b) === 0).toBe(isSame);
        expect(Math.sign(compareAudit(a, b)) + Math.sign(compareAudit(b, a))).toBe(0);
      }),
    );
  });
});
