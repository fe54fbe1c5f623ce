import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { databasesOfFile, NO_POSTGRES } from '@/tests/support/databases-of-file';
import { PATIENCE } from '@/tests/support/patience';
import { defaultConfig } from '../config';
import { silentLogger } from '../lib/report/log';
import { wallClock } from '../lib/time/clock';
import { NOBODY } from '../lib/time/repeat';
import type { AuditStore } from './audit/audit-store';
import { AUDIT_KINDS } from './audit/records';
import { connect } from './database';
import { type Dialect, dialectOf } from './database-url';
import { openStore, type Store } from './index';
import { openDatabase } from './open-database';

const T0 = Date.UTC(2026, 7, 1);
const AT = `'2026-08-01T00:00:00.000Z'`;
/** A row of every table, as in the first version. */
const FIRST_ROWS = [
  `INSERT INTO "Gap" ("at", "dropped") VALUES (${AT}, 3)`,
  `INSERT INTO "Decision" ("at", "namespace", "vpa", "pod", "podUid", "decision", "reasons")
   VALUES (${AT}, 'shop', 'web', 'web-0', 'u', 'wait', '[]')`,
  `INSERT INTO "Action" ("at", "namespace", "vpa", "pod", "podUid", "kind", "outcome", "reasons", "before", "after")
   VALUES (${AT}, 'shop', 'web', 'web-0', 'u', 'evict', 'done', '[]', '{}', '{}')`,
  `INSERT INTO "Change" ("at", "who", "kind", "outcome", "before", "after")
   VALUES (${AT}, 'ada', 'stop', 'done', 'null', 'null')`,
  `INSERT INTO "Recommendation" ("at", "namespace", "vpa", "container") VALUES (${AT}, 'shop', 'web', 'app')`,
];

const { folder, postgresUrl } = databasesOfFile();

/** A folder with only the first migration. */
function firstMigrations(dialect: Dialect): string {
  const migrations = path.join(folder, `first-${dialect}`);
  const source = `prisma/migrations/${dialect}`;
  const [first = ''] = readdirSync(source).filter((name) => name.endsWith('_record'));
  cpSync(path.join(source, first), path.join(migrations, dialect, first), { recursive: true });
  return migrations;
}

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => `file:${path.join(folder, 'a.db')}`],
  ['PostgreSQL', postgresUrl],
])('a database of the first version in %s', (_name, urlOf) => {
  it('keeps everything that is still used, and takes more', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    await (await openDatabase(url, firstMigrations(dialectOf(url)))).audit.close();
    const former = await connect(url);
    for (const row of FIRST_ROWS) await former.$executeRawUnsafe(row);
    await former.$disconnect();
    const { audit: store } = await openDatabase(url);
    await store.append([{ kind: 'gap', sinceMs: T0 + 1, atMs: T0 + 1, dropped: 0, detail: '' }]);
    const found = await store.audit({ kinds: AUDIT_KINDS, limit: 10, order: 'oldest' });
    await store.close();
    expect(found.map(({ kind, id, atMs }) => [kind, id, atMs - T0])).toEqual([
      ['gap', 1n, 0],
      ['decision', 1n, 0],
      ['action', 1n, 0],
      ['change', 1n, 0],
      ['gap', 2n, 1],
    ]);
    expect(found[0]).toMatchObject({ sinceMs: T0, dropped: 3 });
  });
});

/** A folder with the migrations of a version whose last one this was. */
function migrationsUntil(last: string, dialect: Dialect): string {
  const migrations = path.join(folder, `until-${last}-${dialect}`);
  const source = `prisma/migrations/${dialect}`;
  for (const name of readdirSync(source).filter((one) => /^\d/.test(one) && one <= last))
    cpSync(path.join(source, name), path.join(migrations, dialect, name), { recursive: true });
  return migrations;
}

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => `file:${path.join(folder, 'back.db')}`],
  ['PostgreSQL', postgresUrl],
])('a database of this version in %s', (_name, urlOf) => {
  it('goes back to 0.1.0 and comes again, with all of its record', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    const migrations = migrationsUntil('20261123000000_action_trace', dialectOf(url));
    const countOf = async (store: AuditStore) => {
      const found = await store.audit({ kinds: AUDIT_KINDS, limit: 100 });
      await store.close();
      return found.length;
    };
    const { audit } = await openDatabase(url);
    await audit.append([{ kind: 'gap', sinceMs: T0, atMs: T0, dropped: 1, detail: '' }]);
    const count = await countOf(audit);
    await expect(openDatabase(url, migrations)).rejects.toThrow(/made by a newer version/);
    const database = await connect(url);
    const script = readFileSync('prisma/back-to/0.1.0.sql', 'utf8').replace(/^--.*\n/gm, '');
    const statements = script.split(/;\s*\n/).filter((text) => !/^(BEGIN|COMMIT|)$/.test(text.trim()));
    for (const statement of statements) await database.$executeRawUnsafe(statement);
    await database.$disconnect();
    await (await openDatabase(url, migrations)).audit.close();
    expect(await countOf((await openDatabase(url)).audit)).toBe(count);
  });
});

describe('a schema in the address', () => {
  const tablesIn = async (url: string, schema: string) => {
    const database = await connect(url);
    const [row] = await database.$queryRawUnsafe<{ count: bigint }[]>(
      `SELECT count(*) FROM information_schema.tables WHERE table_schema = '${schema}'`,
    );
    await database.$disconnect();
    return Number(row?.count);
  };
  const keeps = async (url: string) => {
    const { audit } = await openDatabase(url);
    await audit.append([{ kind: 'gap', sinceMs: T0, atMs: T0, dropped: 1, detail: '' }]);
    const found = await audit.audit({ kinds: AUDIT_KINDS, limit: 100 });
    await audit.close();
    return found.length;
  };

  it('is made, and has the tables', async (context) => {
    const server = postgresUrl();
    if (!server) return context.skip(NO_POSTGRES);
    const url = `${server}?schema=My%20own`;
    expect(await keeps(url)).toBe(1);
    expect(await keeps(url)).toBe(2);
    expect(await tablesIn(server, 'My own')).toBeGreaterThan(3);
  });

  it('is enough for a role that owns nothing else', async (context) => {
    const server = postgresUrl();
    if (!server) return context.skip(NO_POSTGRES);
    const database = await connect(server);
    for (const statement of [
      'CREATE ROLE tenant LOGIN',
      'CREATE SCHEMA tenants AUTHORIZATION tenant',
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    ])
      await database.$executeRawUnsafe(statement);
    await database.$disconnect();
    const url = new URL(`${server}?schema=tenants`);
    url.username = 'tenant';
    expect(await keeps(url.href)).toBe(1);
  });
});

const TAKEN = [0, 'available'];

function storeAt(url: string): Store {
  const settings = defaultConfig({ databaseUrl: url, dataDir: folder });
  return openStore(settings, { clock: wallClock, wallClock, log: silentLogger, loops: NOBODY });
}

describe.each<[string, () => string | undefined]>([
  ['SQLite', () => `file:${path.join(folder, 'b.db')}`],
  ['PostgreSQL', postgresUrl],
])('a database in %s', (_name, urlOf) => {
  it('is made once by two processes that start together', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    const stores = [0, 1].map(() => storeAt(url));
    for (const { journal } of stores)
      journal.record({ kind: 'gap', sinceMs: T0, atMs: T0, dropped: 7, detail: '' });
    await vi.waitFor(
      () =>
        expect(stores.map(({ journal }) => [journal.waiting, journal.state.kind])).toEqual([TAKEN, TAKEN]),
      PATIENCE,
    );
    const found = await stores[0]?.journal.audit({ kinds: ['gap'], limit: 10, order: 'newest' });
    expect(found?.filter((one) => one.kind === 'gap' && one.dropped === 7)).toHaveLength(2);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('of a newer version is rejected by name, and kept', async (context) => {
    const url = urlOf();
    if (!url) return context.skip(NO_POSTGRES);
    await (await openDatabase(url)).audit.close();
    const database = await connect(url);
    await database.$executeRawUnsafe(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "applied_steps_count")
       VALUES ('x', 'y', '20990101000000_later', 1)`,
    );
    await expect(openDatabase(url)).rejects.toThrow(/newer version \(migration 20990101000000_later\)/);
    await database.$executeRawUnsafe(`DELETE FROM "_prisma_migrations" WHERE "id" = 'x'`);
    await database.$disconnect();
    await (await openDatabase(url)).audit.close();
  });
});
