import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from './database';
import type { Dialect } from './database-url';

/** A migration that was changed after it had been applied, or that only a newer version knows. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The columns of Prisma's own table, so that its tools understand the result. */
const TABLE: Readonly<Record<Dialect, string>> = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL,
    "checksum" TEXT NOT NULL,
    "finished_at" DATETIME,
    "migration_name" TEXT NOT NULL,
    "logs" TEXT,
    "rolled_back_at" DATETIME,
    "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
  )`,
  postgres: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`,
};

/** The lock that Prisma's own tools take while they migrate. */
const LOCK = 'SELECT pg_advisory_xact_lock(72707369)::text';
/** A migration may rewrite a table of millions of rows. */
const TIMEOUT_MS = 30 * 60_000;

/** Makes the schema that the address names, if it is missing. A role may own a schema and not be allowed to make one. */
async function makeSchema(database: Pick<Database, '$queryRawUnsafe' | '$executeRawUnsafe'>): Promise<void> {
  const missing = await database.$queryRawUnsafe<{ statement: string }[]>(
    `SELECT format('CREATE SCHEMA %I', wanted) AS statement
     FROM (SELECT trim(both '"' FROM replace(current_setting('search_path'), '""', '"')) AS wanted) AS path
     WHERE current_schema() IS NULL AND wanted NOT LIKE '%,%'`,
  );
  for (const { statement } of missing) await database.$executeRawUnsafe(statement);
}

function migrationsOf(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Applies the missing migrations in `folder`, all or nothing, one process at a time.
 * @throws MigrationError for a migration changed after it was applied, or unknown here; what the database throws
 */
export async function migrate(database: Database, dialect: Dialect, folder: string): Promise<void> {
  const migrations = migrationsOf(folder);
  await database.$transaction(
    async (transaction) => {
      if (dialect === 'postgres') {
        await transaction.$queryRawUnsafe(LOCK);
        await makeSchema(transaction);
      }
      await transaction.$executeRawUnsafe(TABLE[dialect]);
      const applied = await transaction.$queryRawUnsafe<{ migration_name: string; checksum: string }[]>(
        'SELECT "migration_name", "checksum" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL',
      );
      const newer = applied.find(
        ({ migration_name }) => !migrations.some(({ name }) => name === migration_name),
      );
      if (newer)
        throw new MigrationError(
          `The database was made by a newer version (migration ${newer.migration_name}). Run that version, or point PLUMBLINE_DATABASE_URL to another database`,
        );
      for (const { name, sql, checksum } of migrations) {
        const known = applied.find((row) => row.migration_name === name);
        if (known && known.checksum !== checksum)
          throw new MigrationError(`Migration ${name} was changed after it had been applied`);
        if (known) continue;
        for (const statement of sql.split(/;\s*\n/).filter((text) => text.trim() !== ''))
          await transaction.$executeRawUnsafe(statement);
        await transaction.$executeRawUnsafe(
          `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
           VALUES ('${randomUUID()}', '${checksum}', '${name}', CURRENT_TIMESTAMP, 1)`,
        );
      }
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}
