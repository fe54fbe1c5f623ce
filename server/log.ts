import pino, { type Logger } from 'pino';

export type { Logger };

/** Structured log on standard output: one JSON object a line, `room` naming the part that speaks. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}

/** For tests and benches: says nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
