import type { Runtime } from './runtime';

/** Longest time for a stop before the process ends anyway. */
const STOP_WITHIN_MS = 8000;

/**
 * Stops the process cleanly on SIGINT and SIGTERM, and when the command that started it, which holds the
 * other end of a channel, is gone: writes what is due, then exits with 0.
 */
export function stopOnSignals(
  running: Pick<Runtime, 'log' | 'stop'>,
  wallClock: { after(ms: number, task: () => void): () => void },
) {
  let stopping = false;
  const stop = (signal: NodeJS.Signals | 'disconnect'): void => {
    if (stopping) return;
    stopping = true;
    running.log.info({ signal }, 'Stopping');
    wallClock.after(STOP_WITHIN_MS, () => {
      running.log.error('Stopping took too long; unwritten records are lost');
      process.exit(1);
    });
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        running.log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', () => stop('disconnect'));
}
