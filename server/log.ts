import pino, { type Logger, type LoggerOptions } from 'pino';
import { currentTrace } from './trace';

export type { Logger };

/**
 * Structured log on standard output: one JSON object per line; `room` names the part that logs, `trace` the request.
 * `hide` takes out of each line what nobody may read.
 */
export function createLogger(level: string, hide: (line: string) => string = (line) => line): Logger {
  const output = pino.destination(1);
  return loggerTo({ write: (line) => output.write(hide(line)) }, level);
}

/** The same for lines that go elsewhere. */
export function loggerTo(output: { write(line: string): void }, level = 'info'): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const trace = currentTrace();
      return trace === undefined ? {} : { trace };
    },
  };
  return pino(options, output);
}

/** For tests and benches: logs nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
