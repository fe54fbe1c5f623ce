import { mkdirSync } from 'node:fs';
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

export async function connect(url: string): Promise<Database> {
  switch (dialectOf(url)) {
    case 'sqlite': {
      const { ClosingLibSql } = await import('./closing-client');
      mkdirSync(path.dirname(url.replace(/^file:/, '')), { recursive: true });
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
