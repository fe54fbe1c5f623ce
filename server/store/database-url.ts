import path from 'node:path';

export type Dialect = 'sqlite' | 'postgres';

export function dialectOf(url: string): Dialect {
  return /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite';
}

/** `databaseUrl`, or a SQLite file in the data folder: one for real clusters, another for the embedded one. */
export function databaseUrl(
  config: { databaseUrl: string; dataDir: string },
  { isEmbedded = false } = {},
): string {
  return config.databaseUrl || `file:${path.join(config.dataDir, isEmbedded ? 'demo.db' : 'plumbline.db')}`;
}

/** The file of an address of SQLite. */
export const fileOf = (url: string): string => path.resolve(url.replace(/^file:/, '').replace(/\?.*$/, ''));

/** The database as people call it, without its password. */
export function databaseName(url: string): string {
  if (dialectOf(url) === 'sqlite') return `SQLite file ${url.replace(/^file:/, '')}`;
  const { host, pathname } = URL.canParse(url)
    ? new URL(url)
    : { host: 'with an unreadable address', pathname: '' };
  return `PostgreSQL ${host}${pathname}`;
}

/** The address without what is secret in it, be it before the host or in a parameter. */
export function withoutPassword(url: string): string {
  if (dialectOf(url) === 'sqlite') return url;
  if (!URL.canParse(url)) return 'with an unreadable address';
  const shown = new URL(url);
  shown.password = '';
  shown.search = '';
  return shown.href;
}

/**
 * How PostgreSQL is reached: `?schema=NAME` names the schema of the tables, as in Prisma's addresses; without it, the
 * first of the role's search path.
 */
export function postgresAddress(url: string): { connectionString: string; schema: string | undefined } {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  const schema = read?.searchParams.get('schema') || undefined;
  if (!read || !schema) return { connectionString: url, schema: undefined };
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  // A blank ends an option unless a backslash is before it.
  const searchPath = `-c search_path=${quoted.replace(/[\\ ]/g, '\\$&')}`;
  const options = [read.searchParams.get('options'), searchPath].filter(Boolean).join(' ');
  read.searchParams.delete('schema');
  read.searchParams.set('options', options);
  return { connectionString: read.href, schema };
}
