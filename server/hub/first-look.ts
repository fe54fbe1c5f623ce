import type { Clock } from '../lib/time/clock';

/** How long whoever looks first waits for what comes. */
const LONGEST_MS = 600;
/** Once most came, whoever is silent for this long is not waited for. */
const QUIET_MS = 80;

/** Resolves when all came, when most came and the rest is slow, or after a while. None of `asked` rejects. */
export async function firstLook(asked: readonly Promise<void>[], clock: Clock): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  let left = asked.length;
  let cancelQuiet: (() => void) | undefined;
  const came = () => {
    left--;
    cancelQuiet?.();
    if (left === 0) end();
    else if (!over.signal.aborted && left < asked.length / 2) cancelQuiet = clock.after(QUIET_MS, end);
  };
  for (const one of asked) void one.then(came);
  if (left > 0) await clock.sleep(LONGEST_MS, over.signal);
  end();
  cancelQuiet?.();
}
