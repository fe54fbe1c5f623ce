import path from 'node:path';
import type { AuditStore } from './audit/audit-store';
import { PrismaStore } from './audit/prisma-store';
import { AUDIT_KINDS } from './audit/records';
import type { CheckpointStore } from './checkpoints/checkpoint-store';
import { PrismaCheckpointStore } from './checkpoints/prisma-checkpoint-store';
import { connect, type Database } from './database';
import { dialectOf, fileOf } from './database-url';
import { migrate } from './migrate';
import type { NodePeakStore } from './node-peaks/node-peak-store';
import { PrismaNodePeakStore } from './node-peaks/prisma-node-peak-store';
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
 * Asks as the pages do. What Prisma prepares at its first queries blocks the event loop: now rather than under a page.
 * A failure is left to the first query that counts.
 */
export async function warmUp({ audit }: Stores): Promise<void> {
  try {
    for (const words of [[], ['x']]) await audit.audit({ kinds: AUDIT_KINDS, words, limit: 1 });
  } catch {}
}
