import { AWAITED_EVENTS, type AwaitedEvent } from '@/server/words/awaited-events';
import { TimeAgo } from '../live/time-ago';
import classes from './wait-words.module.css';

interface WaitWordsProps {
  notBeforeMs: number | undefined;
  awaits: readonly AwaitedEvent[];
  nowMs: number;
}

/** What ends a wait: a time, an event, or both. */
export function WaitWords({ notBeforeMs, awaits, nowMs }: WaitWordsProps) {
  const events = awaits.map((event) => AWAITED_EVENTS[event]).join(', or ');
  if (notBeforeMs === undefined && !events) return null;
  return (
    <p className={classes.wait}>
      {notBeforeMs !== undefined && (
        <>
          Not before <TimeAgo atMs={notBeforeMs} nowMs={nowMs} mayBeAhead />
          {events && ', and until '}
        </>
      )}
      {notBeforeMs === undefined && 'Until '}
      {events}
    </p>
  );
}
