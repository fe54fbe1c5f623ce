import type { InboxItem } from '@/server/contract/inbox';
import { TimeAgo } from '../live/time-ago';

/** Since when an item is there, as far as it is known. */
export function Began({
  item: { sinceMs, firstSeenMs, lastMs },
  nowMs,
}: {
  item: Pick<InboxItem, 'sinceMs' | 'firstSeenMs' | 'lastMs'>;
  nowMs: number;
}) {
  const atMs = sinceMs ?? firstSeenMs;
  if (atMs === undefined) return null;
  return (
    <>
      {sinceMs === undefined ? 'first seen' : 'began'} <TimeAgo atMs={atMs} nowMs={nowMs} />
      {lastMs !== undefined && lastMs > atMs && (
        <>
          , last seen <TimeAgo atMs={lastMs} nowMs={nowMs} />
        </>
      )}
    </>
  );
}
