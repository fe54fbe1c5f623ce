import { wallClock } from '@/server/clock';
import { PATIENCE_MS } from './patience';

const LOOK_EVERY_MS = 10;

/** What `reached` answers once it answers something. @throws Error that names `what` when it never does */
export async function until<T>(
  what: string,
  reached: () => T | undefined | false | null | Promise<T | undefined | false | null>,
): Promise<T> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await reached();
    if (value !== undefined && value !== false && value !== null) return value;
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await wallClock.sleep(LOOK_EVERY_MS);
  }
}
