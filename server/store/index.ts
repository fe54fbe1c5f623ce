import type { Clock } from '../clock';
import type { Config } from '../config';
import type { Logger } from '../log';
import type { LoopListener } from '../repeat';
import { Journal, type Run } from './audit/journal';
import { UncleanEnd } from './audit/unclean-end';
import { databaseUrl } from './database-url';

export type { AuditQuery } from './audit/audit-store';
export { Journal, type Recording, type Run, type StoreState } from './audit/journal';
export type * from './audit/records';

interface StoreParts {
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  loops: LoopListener;
  /** Whether the database opens only once there is a record to store. */
  whenNeeded?: boolean;
  /** The run of an embedded cluster that this record belongs to. */
  run?: Run;
}

/** The record of this process. Opens in the background; a database that is unavailable delays nothing. */
export function openStore(
  config: Config,
  { whenNeeded, run, clock, wallClock, log, loops }: StoreParts,
): Journal {
  return new Journal({
    open: async () => (await import('./open-database')).openDatabase(databaseUrl(config)),
    whenNeeded,
    run,
    clock,
    wallClock,
    log: log.child({ room: 'store' }),
    loops,
    queueLimits: { audit: config.auditQueueLimit, bulk: config.storeQueueLimit },
    uncleanEnd: new UncleanEnd(config.dataDir, log),
    retention: { decisionsMs: config.decisionRetentionMs, auditMs: config.auditRetentionMs },
  });
}
