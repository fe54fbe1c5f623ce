import { errorText } from '../lib/report/errors';

/** Codes of errors that say nothing about a record: of SQLite, and the classes of PostgreSQL's. */
const NOT_ABOUT_A_RECORD =
  /\bSQLITE_(FULL|BUSY|LOCKED|READONLY|IOERR|CANTOPEN|NOMEM|PERM|AUTH|CORRUPT|NOTADB)|^(08|25006|28|3D|53|57P|58|XX)|^P10/;

interface Coded {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  originalCode?: unknown;
}

/** The error and those behind it. */
function chainOf(error: unknown): Coded[] {
  const chain: Coded[] = [];
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 10; ) {
    const coded = one as Coded;
    chain.push(coded);
    one = coded.cause ?? coded.meta?.driverAdapterError;
  }
  return chain;
}

/**
 * Whether an error is about the database as a whole: full, locked, read-only, gone, or it refuses the password.
 * Such a record is no worse than others and can be stored later.
 */
export function isAboutDatabase(error: unknown): boolean {
  return chainOf(error).some(({ code, originalCode, message }) =>
    [code, originalCode, message].some((text) => typeof text === 'string' && NOT_ABOUT_A_RECORD.test(text)),
  );
}

/** Whether SQLite says that its file is damaged, or is none of its own. */
export function isDamagedFile(message: string): boolean {
  return /\bSQLITE_(CORRUPT|NOTADB)|database disk image is malformed|file is not a database/.test(message);
}

/** The database's own message; the client wraps it in many lines. */
export function messageOf(error: unknown): string {
  const text = errorText(error);
  const last = text.trim().split('\n').at(-1)?.trim() ?? '';
  // How the client says that SQLite is busy.
  if (last === 'Operation has timed out') return 'the database is locked';
  return /Message: `([^`]+)`/.exec(last)?.[1] ?? last;
}
