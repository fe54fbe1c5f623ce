import path from 'node:path';
import type { AuditStore } from './audit/audit-store';
import { PrismaStore } from './audit/prisma-store';
import { AUDIT_KINDS } from './audit/records';
import type { CheckpointStore } from './checkpoints/checkpoint-store';
import { PrismaCheckpointStore } from './checkpoints/prisma-checkpoint-store';
import { connect, type Database } from './database';
import { dialectOf, fileOf } from './database-url';
import { migrate } from './migrate';
import type { NodePeakRow, NodePeakStore } from './node-peaks/node-peak-store';
import { PrismaReplayStore } from './replays/prisma-replay-store';
import type { ReplayStore } from './replays/replay-store';
import { PrismaSeriesStore } from './series/prisma-series-store';
import type { SeriesStore } from './series/series-store';

/** The stores of one database. Closing the audit log closes the connection of all. */
export interface Stores {
  audit: AuditStore;
  series: SeriesStore;
  checkpoints: CheckpointStore;
  replays: ReplayStore;
  nodePeaks: NodePeakStore;
}

/** Keeps peaks of nodes in SQLite or PostgreSQL. */
class PrismaNodePeakStore implements NodePeakStore {
  constructor(private readonly database: Database) {}

  async since(ms: number, limit: number): Promise<NodePeakRow[]> {
    return this.database.$queryRawUnsafe<NodePeakRow[]>(
      `SELECT CAST("node" AS TEXT) AS "node", CAST("peaks" AS TEXT) AS "peaks" FROM "NodePeak"
       WHERE "atMs" >= $1 ORDER BY "atMs" DESC, "node" LIMIT ${Math.floor(limit)}`,
      BigInt(Math.floor(ms)),
    );
  }

  async put(rows: readonly NodePeakRow[], atMs: number): Promise<void> {
    if (rows.length === 0) return;
    const places = rows.map((_, row) => `($${row * 2 + 1}, $${row * 2 + 2}, ${Math.floor(atMs)})`);
    await this.database.$executeRawUnsafe(
      `INSERT INTO "NodePeak" ("node", "peaks", "atMs") VALUES ${places.join(', ')}
       ON CONFLICT ("node") DO UPDATE SET "peaks" = excluded."peaks", "atMs" = excluded."atMs"`,
      ...rows.flatMap(({ node, peaks }) => [node, peaks]),
    );
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.$executeRawUnsafe(
      'DELETE FROM "NodePeak" WHERE "atMs" < $1',
      BigInt(Math.floor(beforeMs)),
    );
  }

  async clear(): Promise<void> {
    await this.database.$executeRawUnsafe('DELETE FROM "NodePeak"');
  }
}

/** The database at `url`, with its tables up to date. @throws what the database throws */
export async function openDatabase(url: string, migrationsDir = 'prisma/migrations'): Promise<Stores> {
  const dialect = dialectOf(url);
  const giveBack =
    dialect === 'sqlite' ? await (await import('./file-owner')).takeFile(fileOf(url)) : async () => {};
  const database = await connect(url);
  try {
    if (dialect === 'sqlite') await writeAhead(database);
    await migrate(database, dialect, path.resolve(migrationsDir, dialect));
    return {
      audit: new PrismaStore(database, dialect, { ended: giveBack }),
      series: new PrismaSeriesStore(database),
      checkpoints: new PrismaCheckpointStore(database),
      replays: new PrismaReplayStore(database),
      nodePeaks: new PrismaNodePeakStore(database),
    };
  } catch (error) {
    await database.$disconnect();
    await giveBack();
    throw error;
  }
}

/**
 * With a write-ahead log, SQLite blocks the event loop for a quarter of the time per transaction, and readers never
 * wait for a writer. A file on a disk that cannot have one stays as it is.
 */
async function writeAhead(database: Database): Promise<void> {
  await database.$queryRawUnsafe('PRAGMA journal_mode = WAL').catch(() => undefined);
}

/**
 * Asks as the pages do. What Prisma prepares at its first queries blocks the event loop: before somebody opens the
 * record rather than under that page. A failure is left to the first query that counts.
 */
export async function warmUp({ audit }: Stores): Promise<void> {
  try {
    for (const words of [[], ['x']]) await audit.audit({ kinds: AUDIT_KINDS, words, limit: 1 });
  } catch {}
}
