import { isoTime, relativeTime } from '@/server/words/times';
import { Tooltip } from '../layout/tooltip';
import { BothTimes } from '../times/both-times';
import { useRealAge } from './clock-speed';
import classes from './time-ago.module.css';

interface TimeAgoProps {
  atMs: number;
  nowMs: number;
  /** Whether the time may be in the future; otherwise one just ahead, from a newer answer, counts as now. */
  mayBeAhead?: boolean;
}

/** A time relative to the cluster's clock; the tooltip has the absolute time, and there is one for machines. */
export function TimeAgo({ atMs, nowMs, mayBeAhead = false }: TimeAgoProps) {
  const realAge = useRealAge();
  const shownMs = mayBeAhead ? atMs : Math.min(atMs, nowMs);
  const real = realAge(nowMs - shownMs);
  return (
    <Tooltip label={<BothTimes atMs={atMs} />} forAll>
      <time className={classes.time} dateTime={isoTime(atMs)}>
        {relativeTime(shownMs, nowMs)}
        {real && ` (${real})`}
      </time>
    </Tooltip>
  );
}
