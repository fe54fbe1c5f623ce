import pino, { type Logger } from 'pino';

export type { Logger };

/** Structured log on standard output: one JSON object per line; `room` names the part that logs. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}

/** For tests and benches: logs nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
