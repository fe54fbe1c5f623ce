import pino, { type Logger } from 'pino';
import { currentTrace } from './trace';

export type { Logger };

/**
 * Structured log on standard output: one JSON object per line; `room` names the part that logs, `trace` the request.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const trace = currentTrace();
      return trace === undefined ? {} : { trace };
    },
  });
}

/** For tests and benches: logs nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
