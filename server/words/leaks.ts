import { formatAmount } from './amounts';
import { formatDuration } from './times';

/** A container that leaks memory, and the most that it gets. */
export interface LeakInWords {
  readonly bytesPerHour: number;
  /** How many of its last lives showed it. */
  readonly lives: number;
  /** How long lives were that ended by an OOM kill; absent if hardly any did. */
  readonly killedAfterMs?: number;
  /** How long it should live, and the memory for that. */
  readonly lifeMs: number;
  readonly mostBytes: number;
}

/** It leaks 40 MiB an hour; it was killed every 6 h. More memory only delays the kill: its target is 1.3 GiB at most, enough for 1 d. */
export function leakText({ bytesPerHour, lives, killedAfterMs, lifeMs, mostBytes }: LeakInWords): string {
  const rate = `It leaks ${formatAmount('memory', bytesPerHour)} an hour`;
  const most = `its target is ${formatAmount('memory', mostBytes)} at most, enough for ${formatDuration(lifeMs)}`;
  return killedAfterMs === undefined
    ? `${rate}, in each of its last ${lives} lives. More memory only delays its end: ${most}.`
    : `${rate}; it was killed every ${formatDuration(killedAfterMs)}. More memory only delays the kill: ${most}.`;
}
