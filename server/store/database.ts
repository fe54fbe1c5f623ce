import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { dialectOf, postgresAddress } from './database-url';
import { PrismaClient as PostgresClient } from './generated/postgres/client';
import { PrismaClient as SqliteClient } from './generated/sqlite/client';

/** The tables, in either dialect: both clients are generated from the same models. */
export type Database = SqliteClient;

const CONNECT_TIMEOUT_MS = 5_000;
/** How long a query of SQLite waits for another program's lock, such as a backup's; the event loop waits with it. */
const BUSY_TIMEOUT_MS = 2_000;
const POOL_SIZE = 4;
/** Queries whose plan Prisma keeps: the pages ask a few dozen, and a plan with many values is large. */
const PLANS_KEPT = 100;

/** It names people, so nobody else on the machine reads it; the files that SQLite puts beside it get the same mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
  } catch {
    // Whoever cannot open or own it is told by the database.
  }
}

export async function connect(url: string): Promise<Database> {
  switch (dialectOf(url)) {
    case 'sqlite': {
      const { ClosingLibSql } = await import('./closing-client');
      const file = url.replace(/^file:/, '');
      mkdirSync(path.dirname(file), { recursive: true });
      makePrivate(file);
      const adapter = new ClosingLibSql({ url, intMode: 'bigint', timeout: BUSY_TIMEOUT_MS });
      return new SqliteClient({ adapter, queryPlanCacheMaxSize: PLANS_KEPT });
    }
    case 'postgres': {
      const { PrismaPg } = await import('@prisma/adapter-pg');
      const { connectionString, schema } = postgresAddress(url);
      const pool = { connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, max: POOL_SIZE };
      const adapter = new PrismaPg(pool, schema === undefined ? {} : { schema });
      return new PostgresClient({ adapter, queryPlanCacheMaxSize: PLANS_KEPT }) as unknown as Database;
    }
  }
}
