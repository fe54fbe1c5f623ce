import { POLL_INTERVAL_MS } from './poll-interval';

/** How the data on the page stands to the server, for the light in the header. */
export type Freshness =
  | { kind: 'loading' }
  | { kind: 'live' }
  | { kind: 'stale'; ageMs: number }
  | { kind: 'never' };

export interface QueryTimes {
  /** Wall time of the last good answer; 0 when there was none. */
  dataUpdatedAt: number;
  /** Whether the newest attempt failed. */
  failing: boolean;
}

/** Answers that are a few polls old count as live; a slow answer is no outage. */
const PATIENCE_MS = 5 * POLL_INTERVAL_MS;

export function freshnessOf(query: QueryTimes, nowMs: number): Freshness {
  if (query.dataUpdatedAt === 0) return query.failing ? { kind: 'never' } : { kind: 'loading' };
  const ageMs = Math.max(0, nowMs - query.dataUpdatedAt);
  return query.failing || ageMs > PATIENCE_MS ? { kind: 'stale', ageMs } : { kind: 'live' };
}
