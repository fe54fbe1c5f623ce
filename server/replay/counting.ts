import type { TimeSpan } from '@/server/usage/source';
import { formatDuration, shortTime } from '@/server/words/times';
import type { ReplayDays } from '../contract/replays';
import type { ReplayWorkload } from './engine/workload';

const DAY_MS = 86_400_000;
/**
 * How long recommenders learn before anything counts. Short steps are kept for eight days, which must not end before
 * the replay has read them.
 */
const LEARN_DAYS: Readonly<Record<ReplayDays, number>> = { 1: 6.5, 7: 0.5, 30: 8 };
/** Enough to learn from. */
const ENOUGH_MS = DAY_MS / 4;
/** Of a shorter past, this share only teaches. */
const TEACHES = 1 / 8;

/** What a replay of the last days reads, in ms of the cluster's time. */
export function spanOf(days: ReplayDays, nowMs: number): TimeSpan {
  return { fromMs: nowMs - (days + LEARN_DAYS[days]) * DAY_MS, toMs: nowMs };
}

/** How much of the beginning only teaches: everything before the days asked for, and some of a shorter past. */
export function learnMsOf(
  { startMs, stepMs, steps }: Pick<ReplayWorkload, 'startMs' | 'stepMs' | 'steps'>,
  days: ReplayDays,
  nowMs: number,
): number {
  const beforeMs = nowMs - days * DAY_MS - startMs;
  return beforeMs >= ENOUGH_MS ? beforeMs : teachingMs(steps * stepMs);
}

/** How much of a past of this length only teaches, if all of it is replayed. */
export function teachingMs(lengthMs: number): number {
  return Math.min(lengthMs * TEACHES, DAY_MS);
}

/** Longer steps hide what happens within them. */
const LONG_STEP_MS = 10 * 60_000;

/** What to know of a past that is kept in long steps; undefined if it is not. */
export function longStepsNote(stepMs: number): string | undefined {
  if (stepMs <= LONG_STEP_MS) return undefined;
  const step = formatDuration(stepMs);
  return `Usage is kept in steps of ${step}: shorter peaks do not show, and a replaced pod is away for a whole step.`;
}

/** What to know of a past that is shorter than asked for; undefined if it is not. */
export function shortPastNote(
  { fromMs, toMs, learnedFromMs }: { fromMs: number; toMs: number; learnedFromMs: number },
  days: ReplayDays,
): string | undefined {
  const countedMs = toMs - fromMs;
  if (countedMs > (days - 0.5) * DAY_MS) return undefined;
  return `Usage is kept since ${shortTime(learnedFromMs)}. The first ${formatDuration(fromMs - learnedFromMs)} only teach the recommenders, so ${formatDuration(countedMs)} count.`;
}
