import { wallClock } from '@/server/lib/time/clock';
import { PATIENCE_MS } from './patience';

const LOOK_EVERY_MS = 10;
/** A look takes the time of what it waits for: those that take longer are rarer. */
const REST_PER_LOOK = 10;
const REST_AT_MOST_MS = 250;

/** What `reached` answers once it answers something. @throws Error that names `what` when it never does */
export async function until<T>(
  what: string,
  reached: () => T | undefined | false | null | Promise<T | undefined | false | null>,
): Promise<T> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const beganMs = performance.now();
    const value = await reached();
    if (value !== undefined && value !== false && value !== null) return value;
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    const tookMs = performance.now() - beganMs;
    await wallClock.sleep(Math.max(LOOK_EVERY_MS, Math.min(REST_AT_MOST_MS, REST_PER_LOOK * tookMs)));
  }
}
