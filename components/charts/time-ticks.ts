import { shortTime, timeOfDay } from '@/server/words/times';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS_MS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
];

/** Round times between two, at most `most` of them. */
export function timeTicks(fromMs: number, toMs: number, most = 6): number[] {
  const least = (toMs - fromMs) / most;
  const step = STEPS_MS.find((candidate) => candidate >= least) ?? Math.ceil(least / (7 * DAY)) * 7 * DAY;
  const first = Math.ceil(fromMs / step) * step;
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** The time of day where all fits into one, else the date too. */
export function timeLabel(fromMs: number, toMs: number): (ms: number) => string {
  return toMs - fromMs > DAY ? (ms) => shortTime(ms) : (ms) => timeOfDay(ms);
}

/** Ticks of a length of time from 0 on, at most five: round hours, then days. */
export function durationTicks(longestMs: number): number[] {
  const step =
    STEPS_MS.find((candidate) => candidate * 4 >= longestMs) ?? Math.ceil(longestMs / 4 / DAY) * DAY;
  return Array.from({ length: Math.max(1, Math.ceil(longestMs / step)) + 1 }, (_, index) => index * step);
}
