import path from 'node:path';
import type { Clock } from '../clock';
import type { Config } from '../config';
import type { Logger } from '../log';
import { connect, databaseUrl, dialectOf } from './database';
import { migrate } from './migrate';
import { PrismaStore } from './prisma-store';
import { Recorder } from './recorder';
import type { Store } from './store';
import { UncleanEnd } from './unclean-end';

export { Recorder, type Recording, type StoreState } from './recorder';
export type * from './records';
export type { AuditQuery, RecommendationQuery } from './store';

/** The database of `url`, its tables up to date. @throws whatever the database throws */
export async function openDatabase(url: string, migrationsDir = 'prisma/migrations'): Promise<Store> {
  const database = await connect(url);
  try {
    await migrate(database, dialectOf(url), path.resolve(migrationsDir, dialectOf(url)));
    return new PrismaStore(database, dialectOf(url));
  } catch (error) {
    await database.$disconnect();
    throw error;
  }
}

/** The record of this process. Opens in the background; a database that is away holds nothing up. */
export function openStore(
  config: Config,
  { clock, wallClock, log }: { clock: Clock; wallClock: Clock; log: Logger },
): Recorder {
  return new Recorder({
    open: () => openDatabase(databaseUrl(config)),
    whenNeeded: config.roles.every((role) => role === 'admission'),
    clock,
    wallClock,
    log: log.child({ room: 'store' }),
    queueLimit: config.storeQueueLimit,
    uncleanEnd: new UncleanEnd(config.dataDir, log),
    retention: {
      decisionsMs: config.decisionRetentionMs,
      auditMs: config.auditRetentionMs,
      recommendationsMs: config.recommendationRetentionMs,
    },
  });
}
