import type { Clock } from './clock';

/** Aborts with whoever stops the work, or once it took too long. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** From now on the work may take `ms` more, whatever it had left. */
  renew(ms: number): void;
  /** Must be called once the work is done. */
  end(): void;
  /** Ends it, and whatever of the work still goes on. */
  abort(): void;
}

/**
 * A signal for work that takes `ms` real milliseconds at most; `late` is its reason then. In place of `AbortSignal.any`:
 * Node keeps what that makes, and all that listened to it, until one of its signals aborts, which for `stopping` is when
 * the process ends.
 */
export function deadline(
  wallClock: Pick<Clock, 'after'>,
  ms: number,
  stopping: AbortSignal | undefined,
  late?: Error,
): Deadline {
  const over = new AbortController();
  const stop = () => over.abort(stopping?.reason);
  let cancel = () => {};
  const renew = (leftMs: number) => {
    cancel();
    cancel = wallClock.after(leftMs, () => over.abort(late));
  };
  renew(ms);
  if (stopping?.aborted) stop();
  else stopping?.addEventListener('abort', stop, { once: true });
  const end = () => {
    cancel();
    stopping?.removeEventListener('abort', stop);
  };
  return {
    signal: over.signal,
    renew,
    end,
    abort: () => {
      end();
      over.abort();
    },
  };
}
