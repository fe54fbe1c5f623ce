import { UnstyledButton } from '@mantine/core';
import { Tooltip } from '../layout/tooltip';
import { BothTimes } from '../times/both-times';
import { localShortTime, localZoneName } from '../times/times';
import { chooseZone, localZone, useZone } from '../times/viewer-zone';
import { otherZone, otherZoneWords } from '../times/zone-words';
import classes from './cluster-strip.module.css';

interface StripClockProps {
  /** The cluster's time. */
  nowMs: number;
  /** How fast its clock runs, if not as others do. */
  speed: string | undefined;
  pace: string | undefined;
}

/** The cluster's time by the viewer's clock; pressing it changes between local times and UTC on all pages. */
export function StripClock({ nowMs, speed, pace }: StripClockProps) {
  const { choice } = useZone();
  const hasChoice = localZone() !== 'UTC';
  const shown = (
    <>
      <span className={classes.clock}>{localShortTime(nowMs)}</span>
      <span className={classes.soft}> {[localZoneName(nowMs), speed].filter(Boolean).join(', ')}</span>
    </>
  );
  const label = (
    <>
      <BothTimes atMs={nowMs} />
      {pace && <div>{pace}</div>}
      {hasChoice && <div>Press to {otherZoneWords(choice)}</div>}
    </>
  );
  return (
    <Tooltip label={label}>
      {hasChoice ? (
        <UnstyledButton
          className={`${classes.item} ${classes.press}`}
          onClick={() => chooseZone(otherZone(choice))}
        >
          {shown}
        </UnstyledButton>
      ) : (
        <span className={classes.item}>{shown}</span>
      )}
    </Tooltip>
  );
}
