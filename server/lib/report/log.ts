import pino, { type Logger, type LoggerOptions } from 'pino';
import { shortened } from './shortened';
import { inSources } from './source-lines';
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
    serializers: { err: serialised },
    hooks: {
      logMethod(given, method) {
        const [first] = given as unknown[];
        const said = first instanceof Error && given.length === 1 ? [first, first.message] : given;
        method.apply(this, said.map((part) => cut(part)) as typeof given);
      },
    },
    mixin: () => {
      const trace = currentTrace();
      return trace === undefined ? {} : { trace };
    },
  };
  return pino(options, { write: (line) => output.write(escaped(line)) });
}

function serialised(error: Error) {
  const said = cut({ ...pino.stdSerializers.err(error) });
  return typeof said.stack === 'string' ? { ...said, stack: inSources(said.stack) } : said;
}

/** For tests and benches: logs nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });

/** JSON has these as they are; a terminal acts on some, and others change how a line reads. */
const ACTED_ON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same JSON, in which nothing but its own end ends a line or commands a terminal. */
function escaped(line: string): string {
  return line.replace(ACTED_ON, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Names and texts come from outside; each is cut to this many characters. */
const LONGEST = 4_096;

/** The same with every text in it cut, as deep as lines of the log go. */
function cut<T>(value: T, depth = 3): T {
  if (typeof value === 'string') return shortened(value, LONGEST) as T & string;
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => cut(item, depth - 1)) as T & unknown[];
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const fields = Object.entries(value).map(([key, field]) => [
    shortened(key, LONGEST),
    cut(field, depth - 1),
  ]);
  return Object.fromEntries(fields);
}
