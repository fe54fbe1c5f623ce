import { ROUND_STEPS_MS } from '@/server/words/duration-ticks';
import { zoneOffsetMs } from '@/server/words/times';
import { localShortTime, localTimeOfDay, localZoneName } from '../times/times';
import { viewerZone } from '../times/viewer-zone';

const DAY = 24 * 60 * 60_000;

/** Round times of the wall clock between two, at most `most` of them. */
export function timeTicks(fromMs: number, toMs: number, most = 6, timeZone = viewerZone()): number[] {
  const least = (toMs - fromMs) / most;
  const step =
    ROUND_STEPS_MS.find((candidate) => candidate >= least) ?? Math.ceil(least / (7 * DAY)) * 7 * DAY;
  const offset = zoneOffsetMs(fromMs, timeZone);
  const first = Math.ceil((fromMs + offset) / step) * step - offset;
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    // Where the clock was changed since, the round times have moved with it.
    return step > DAY / 24 ? at - (zoneOffsetMs(at, timeZone) - offset) : at;
  }).filter((at) => at <= toMs);
}

/** The time of day if all ticks fit into one day, else the date too; the first one names the zone. */
export function timeLabel(fromMs: number, toMs: number): (ms: number, index?: number) => string {
  const words = toMs - fromMs > DAY ? localShortTime : localTimeOfDay;
  return (ms, index) => (index === 0 ? `${words(ms)} ${localZoneName(ms)}` : words(ms));
}
