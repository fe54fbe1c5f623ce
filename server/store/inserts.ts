import type { Database } from './database';

/** Rows in one statement: up to twelve values each, and SQLite takes 32,766 values. */
const AT_ONCE = 50;

interface InsertOptions {
  /** The SQL type that each value is cast to, by column; undefined for those that need none. */
  casts?: readonly (string | undefined)[];
  after?: string;
}

/**
 * Plain statements that insert `rows` into a table with its columns, for one transaction. Prisma compiles a
 * `createMany` anew each time, and keeps what it compiled: for 500 rows that blocks the event loop for 70 ms.
 */
export function insertsOf(
  database: Database,
  into: string,
  rows: readonly (readonly unknown[])[],
  { casts = [], after = '' }: InsertOptions = {},
) {
  const statements = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const statement = `INSERT INTO ${into} VALUES ${valuesText(some, casts)} ${after}`;
    statements.push(database.$executeRawUnsafe(statement, ...some.flat()));
  }
  return statements;
}

function valuesText(rows: readonly (readonly unknown[])[], casts: readonly (string | undefined)[]): string {
  let place = 0;
  const value = (_: unknown, column: number) => `$${++place}${casts[column] ? `::${casts[column]}` : ''}`;
  return rows.map((row) => `(${row.map(value).join(', ')})`).join(', ');
}
