import { capacityPauseUntil } from '../capacity-tries';
import { plainRestraint } from '../policy';

/** Pods that wait for room again soon after others of their workload were replaced for it go after a growing pause. */
export const capacityPause = plainRestraint(
  'room-pause',
  ({ workload: { capacityTry }, reasons }, { nowMs }) => {
    if (!capacityTry) return undefined;
    const waits = reasons.find((reason) => reason.code === 'waits-for-room');
    const untilMs = waits && capacityPauseUntil(capacityTry, waits.sinceMs, nowMs);
    return untilMs === undefined
      ? undefined
      : { kind: 'hold', reason: { code: 'waits-again', ...capacityTry, untilMs }, untilMs };
  },
);
