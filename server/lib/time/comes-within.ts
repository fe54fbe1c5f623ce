import type { Clock } from './clock';

/** Waits `ms` of the clock at most; false if the work, which goes on, takes longer. Rejects as it does. */
export async function comesWithin(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const over = new AbortController();
  try {
    return await Promise.race([work.then(() => true), clock.sleep(ms, over.signal).then(() => false)]);
  } finally {
    over.abort();
  }
}
