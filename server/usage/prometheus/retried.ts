import { Backoff } from '@/server/lib/time/backoff';
import type { Clock } from '@/server/lib/time/clock';
import { PrometheusError } from './errors';

/** A store that is busy is asked so often in all. */
const TRIES = 4;
const PAUSES = { firstMs: 1000, longestMs: 8000 };
/** A store that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 30_000;

interface Retrying {
  readonly wallClock: Pick<Clock, 'sleep'>;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Asks again, after a pause that grows or that the store asks for, while it is busy or breaks off: one 429 does not cost
 * the figure. @throws PrometheusError of the last try; the signal's reason
 */
export async function retried<T>(
  { wallClock, stopping }: Retrying,
  ask: (stopping: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const backoff = new Backoff(PAUSES);
  for (let tries = 1; ; tries++)
    try {
      return await ask(stopping);
    } catch (error) {
      if (!(error instanceof PrometheusError) || tries === TRIES || !isPassing(error)) throw error;
      const pauseMs = Math.max(backoff.nextMs(), error.retryAfterMs ?? 0);
      if (pauseMs > LONGEST_PAUSE_MS) throw error;
      await wallClock.sleep(pauseMs, stopping);
      stopping?.throwIfAborted();
    }
}

function isPassing({ kind }: PrometheusError): boolean {
  return kind === 'busy' || kind === 'broken';
}
