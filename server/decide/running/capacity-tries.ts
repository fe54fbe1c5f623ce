import { backoffMs } from '../../lib/time/backoff';
import { isAhead } from '../../lib/time/clock';

/** Pods of a workload that were replaced because they waited for room. */
export interface CapacityTry {
  /** When the last round of them began, Unix milliseconds: those that waited then go together. */
  readonly atMs: number;
  /** Rounds in a row. */
  readonly times: number;
}

/** Since when a pod has waited, Unix milliseconds; undefined if nobody says. */
type Since = number | undefined;

const PAUSES = { firstMs: 10 * 60_000, longestMs: 86_400_000 };

/** Until when a pod that waits must stay; undefined if it may be replaced now. */
export function capacityPauseUntil(
  last: CapacityTry | undefined,
  sinceMs: Since,
  nowMs: number,
): number | undefined {
  if (!last || isAhead(last.atMs, nowMs) || isOfRound(last, sinceMs)) return undefined;
  const untilMs = last.atMs + backoffMs(PAUSES, last.times);
  return nowMs < untilMs ? untilMs : undefined;
}

/**
 * The state once a pod that had waited since then was replaced. A day after which the next begins to wait begins anew;
 * less does not, as pods that fill their node until the kubelet evicts them wait only now and then.
 */
export function afterCapacityTry(last: CapacityTry | undefined, sinceMs: Since, atMs: number): CapacityTry {
  if (!last || isAhead(last.atMs, atMs)) return { atMs, times: 1 };
  if (isOfRound(last, sinceMs)) return last;
  const isQuiet = sinceMs !== undefined && sinceMs - last.atMs >= PAUSES.longestMs;
  return { atMs, times: isQuiet ? 1 : last.times + 1 };
}

/** The scheduler tells whole seconds. */
function isOfRound({ atMs }: CapacityTry, sinceMs: Since): boolean {
  return sinceMs !== undefined && sinceMs < Math.floor(atMs / 1000) * 1000;
}
