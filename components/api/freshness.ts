import { POLL_INTERVAL_MS } from './poll-interval';
import type { RequestFailure } from './request';

/** How current the page's data is, for the light in the header. */
export type Freshness =
  | { kind: 'loading' }
  | { kind: 'live' }
  /** The server answers, and what it tells is old: these roles are late with their passes. */
  | { kind: 'overdue'; roles: readonly string[] }
  | { kind: 'stale'; ageMs: number; failure: RequestFailure['kind'] | undefined }
  | { kind: 'never'; failure: RequestFailure['kind'] };

export interface QueryTimes {
  /** Wall time of the last good answer; 0 if there was none. */
  dataUpdatedAt: number;
  /** How the newest attempt failed; undefined if it did not. */
  failure: RequestFailure['kind'] | undefined;
  /** Roles whose passes are overdue. */
  overdue?: readonly string[];
}

/** Data a few polls old counts as live; a slow answer is no outage. */
const PATIENCE_MS = 5 * POLL_INTERVAL_MS;

export function freshnessOf(query: QueryTimes, nowMs: number): Freshness {
  if (query.dataUpdatedAt === 0)
    return query.failure ? { kind: 'never', failure: query.failure } : { kind: 'loading' };
  const ageMs = Math.max(0, nowMs - query.dataUpdatedAt);
  const stale = query.failure !== undefined || ageMs > PATIENCE_MS;
  if (stale) return { kind: 'stale', ageMs, failure: query.failure };
  return query.overdue?.length ? { kind: 'overdue', roles: query.overdue } : { kind: 'live' };
}
