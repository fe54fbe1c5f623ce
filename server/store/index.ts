import path from 'node:path';
import type { Clock } from '../clock';
import type { Config } from '../config';
import type { Logger } from '../log';
import type { LoopListener } from '../repeat';
import type { AuditStore } from './audit/audit-store';
import { Journal } from './audit/journal';
import { PrismaStore } from './audit/prisma-store';
import { UncleanEnd } from './audit/unclean-end';
import { connect, databaseUrl, dialectOf } from './database';
import { migrate } from './migrate';

export type { AuditQuery } from './audit/audit-store';
export { Journal, type Recording, type StoreState } from './audit/journal';
export type * from './audit/records';

/** The database at `url`, with its tables up to date. @throws what the database throws */
export async function openDatabase(url: string, migrationsDir = 'prisma/migrations'): Promise<AuditStore> {
  const database = await connect(url);
  try {
    await migrate(database, dialectOf(url), path.resolve(migrationsDir, dialectOf(url)));
    return new PrismaStore(database, dialectOf(url));
  } catch (error) {
    await database.$disconnect();
    throw error;
  }
}

interface StoreParts {
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  loops: LoopListener;
  /** Whether the database opens only once there is a record to store. */
  whenNeeded?: boolean;
}

/** The record of this process. Opens in the background; a database that is unavailable delays nothing. */
export function openStore(config: Config, { whenNeeded, clock, wallClock, log, loops }: StoreParts): Journal {
  return new Journal({
    open: () => openDatabase(databaseUrl(config)),
    whenNeeded,
    clock,
    wallClock,
    log: log.child({ room: 'store' }),
    loops,
    queueLimits: { audit: config.auditQueueLimit, bulk: config.storeQueueLimit },
    uncleanEnd: new UncleanEnd(config.dataDir, log),
    retention: { decisionsMs: config.decisionRetentionMs, auditMs: config.auditRetentionMs },
  });
}
