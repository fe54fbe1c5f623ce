const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Round steps between the ticks of a time axis, in milliseconds. */
export const ROUND_STEPS_MS: readonly number[] = [
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

/** Ticks of a duration from 0 on, at most five, at round hours or days. */
export function durationTicks(longestMs: number): number[] {
  const step =
    ROUND_STEPS_MS.find((candidate) => candidate * 4 >= longestMs) ?? Math.ceil(longestMs / 4 / DAY) * DAY;
  return Array.from({ length: Math.max(1, Math.ceil(longestMs / step)) + 1 }, (_, index) => index * step);
}
