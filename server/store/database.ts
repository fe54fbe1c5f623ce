import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { dialectOf } from './database-url';
import { PrismaClient as PostgresClient } from './generated/postgres/client';
import { PrismaClient as SqliteClient } from './generated/sqlite/client';

/** The tables, in either dialect: both clients are generated from the same models. */
export type Database = SqliteClient;

const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE = 4;
/** Queries whose plan Prisma keeps: the pages ask a few dozen, and a plan with many values is large. */
const PLANS_KEPT = 100;

export async function connect(url: string): Promise<Database> {
  switch (dialectOf(url)) {
    case 'sqlite': {
      const { ClosingLibSql } = await import('./closing-client');
      mkdirSync(path.dirname(url.replace(/^file:/, '')), { recursive: true });
      const adapter = new ClosingLibSql({ url, intMode: 'bigint' });
      return new SqliteClient({ adapter, queryPlanCacheMaxSize: PLANS_KEPT });
    }
    case 'postgres': {
      const { PrismaPg } = await import('@prisma/adapter-pg');
      const adapter = new PrismaPg({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        max: POOL_SIZE,
      });
      return new PostgresClient({ adapter, queryPlanCacheMaxSize: PLANS_KEPT }) as unknown as Database;
    }
  }
}
