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

/** What a container needs, in bytes; of one that leaks no less than what a life of the wanted length takes. */
export function neededWith(leak: LeakInWords | undefined, needs: number): number {
  return Math.max(needs, leak?.mostBytes ?? 0);
}

/** So many times its life must be longer for its target to be no more than a number. */
const FAR_FROM_IT = 24;

/** Whether more memory lets it live noticeably longer: one that is killed every few minutes is killed all the same. */
export function isHelpedByMemory({
  killedAfterMs = Number.POSITIVE_INFINITY,
  lifeMs,
}: Pick<LeakInWords, 'killedAfterMs' | 'lifeMs'>): boolean {
  return killedAfterMs * FAR_FROM_IT >= lifeMs;
}

/** From here on an amount says nothing to people, in bytes: memory is measured no further. */
const BEYOND_MEASURE = 1e12;

/** Whether what a leak would take for the wanted life is a number to tell. */
export function isMeasurable({ mostBytes }: Pick<LeakInWords, 'mostBytes'>): boolean {
  return mostBytes < BEYOND_MEASURE;
}

/** It leaks 40 MiB an hour; it was killed every 6 h. More memory only delays the kill: its target is 1.3 GiB at most, enough for 1 d. */
export function leakText({ bytesPerHour, lives, killedAfterMs, lifeMs, mostBytes }: LeakInWords): string {
  const rate = `It leaks ${formatAmount('memory', bytesPerHour)} an hour`;
  const most = `its target is ${formatAmount('memory', mostBytes)} at most, enough for ${formatDuration(lifeMs)}`;
  const isTold = isMeasurable({ mostBytes });
  const wouldNeed = `to live ${formatDuration(lifeMs)} it would need ${isTold ? formatAmount('memory', mostBytes) : 'more than 1 TB'}.`;
  if (killedAfterMs === undefined)
    return `${rate}, in each of its last ${lives} lives. More memory only delays its end: ${isTold ? `${most}.` : wouldNeed}`;
  const killed = `${rate}; it was killed every ${formatDuration(killedAfterMs)}.`;
  const isHelped = isTold && isHelpedByMemory({ killedAfterMs, lifeMs });
  return `${killed} More memory only delays the kill: ${isHelped ? `${most}.` : wouldNeed}`;
}

/** It was killed for memory at its limit of 256 MiB, and again after each of 10 raises, the last time at 1.94 GiB. It is held at 1.94 GiB … */
export function vainText({
  raises,
  fromBytes,
  toBytes,
  mostBytes,
}: {
  readonly raises: number;
  readonly fromBytes: number;
  readonly toBytes: number;
  readonly mostBytes: number;
}): string {
  const [from, to, most] = [fromBytes, toBytes, mostBytes].map((bytes) => formatAmount('memory', bytes));
  return `It was killed for memory at a limit of ${from}, and again after each of ${raises} raises, last at ${to}. More did not help, so its target stays at ${most} until a day goes by without a kill.`;
}
