import { Tooltip } from '@mantine/core';
import { absoluteTime, isoTime, relativeTime } from '../format/time';
import classes from './time-ago.module.css';

interface TimeAgoProps {
  atMs: number;
  /** The cluster's time, from the same answer as `atMs`. */
  nowMs: number;
}

/** A time relative to the cluster's clock; the absolute one on hover and for machines. */
export function TimeAgo({ atMs, nowMs }: TimeAgoProps) {
  return (
    <Tooltip label={absoluteTime(atMs)} events={{ hover: true, focus: true, touch: true }}>
      <time className={classes.time} dateTime={isoTime(atMs)}>
        {relativeTime(atMs, nowMs)}
      </time>
    </Tooltip>
  );
}
