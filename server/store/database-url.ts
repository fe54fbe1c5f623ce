import path from 'node:path';

export type Dialect = 'sqlite' | 'postgres';

export function dialectOf(url: string): Dialect {
  return /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite';
}

/** `databaseUrl`, or a SQLite file in the data folder. */
export function databaseUrl(config: { databaseUrl: string; dataDir: string }): string {
  return config.databaseUrl || `file:${path.join(config.dataDir, 'plumbline.db')}`;
}
