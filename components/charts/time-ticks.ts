import { ROUND_STEPS_MS } from '@/server/words/duration-ticks';
import { shortTime, timeOfDay } from '@/server/words/times';

const DAY = 24 * 60 * 60_000;

/** Round times between two, at most `most` of them. */
export function timeTicks(fromMs: number, toMs: number, most = 6): number[] {
  const least = (toMs - fromMs) / most;
  const step =
    ROUND_STEPS_MS.find((candidate) => candidate >= least) ?? Math.ceil(least / (7 * DAY)) * 7 * DAY;
  const first = Math.ceil(fromMs / step) * step;
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** The time of day if all ticks fit into one day, else the date too. */
export function timeLabel(fromMs: number, toMs: number): (ms: number) => string {
  return toMs - fromMs > DAY ? (ms) => shortTime(ms) : (ms) => timeOfDay(ms);
}
