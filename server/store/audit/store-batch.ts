import type { Logger } from '../../lib/report/log';
import { isAboutDatabase, messageOf } from '../database-error';
import type { AuditStore } from './audit-store';
import type { Lane } from './lane';
import type { Noted } from './records';

/** How often a single record is tried again while the database takes others. */
const MOST_REFUSALS = 2;

/** Stores the records of a lane; gives up one that the database refuses while it takes others. */
export async function storeBatch(
  store: AuditStore,
  lane: Lane,
  records: readonly Noted[],
  parts: { log: Logger; begunMs: () => number },
  refusals = 0,
): Promise<void> {
  if (records.length === 0) return;
  try {
    await store.append(records);
  } catch (error) {
    // Little may still fit where this does not: a probe would not tell.
    if (isAboutDatabase(error)) throw error;
    await store.probe();
    if (records.length > 1) {
      const half = Math.ceil(records.length / 2);
      await storeBatch(store, lane, records.slice(0, half), parts);
      return storeBatch(store, lane, records.slice(half), parts);
    }
    // A broken connection leaves no refusal, and the next attempt succeeds.
    if (refusals < MOST_REFUSALS) return storeBatch(store, lane, records, parts, refusals + 1);
    parts.log.error({ err: error, kind: records[0]?.kind }, 'The database refuses a record');
    return lane.giveUp(`the database refused it: ${messageOf(error)}`, parts.begunMs);
  }
  lane.stored(records.length);
}
