import { TimeAgo } from '../live/time-ago';
import type { NeedGroup } from './group-needs';

/** Since when a need is there, as far as it is known. */
export function Began({
  group: { sinceMs, firstSeenMs, lastMs },
  nowMs,
}: {
  group: NeedGroup;
  nowMs: number;
}) {
  const atMs = sinceMs ?? firstSeenMs;
  if (atMs === undefined) return null;
  return (
    <>
      {sinceMs === undefined ? 'first seen' : 'since'} <TimeAgo atMs={atMs} nowMs={nowMs} />
      {lastMs !== undefined && lastMs > atMs && (
        <>
          , last seen <TimeAgo atMs={lastMs} nowMs={nowMs} />
        </>
      )}
    </>
  );
}
