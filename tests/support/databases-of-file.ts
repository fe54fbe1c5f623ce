import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, postgresBin, startPostgres } from './postgres';

export const NO_POSTGRES = 'PostgreSQL is not installed: apt-get install postgresql';

/**
 * Where the tests of a file keep databases: a folder for those in files, and a PostgreSQL server, from before the
 * first test until what later hooks of the file opened is closed.
 * @returns `postgresUrl`, which answers undefined where PostgreSQL is not installed
 * @throws where `CI` is set and PostgreSQL is not installed
 */
export function databasesOfFile(): { folder: string; postgresUrl: () => string | undefined } {
  const bin = postgresBin();
  if (!bin && process.env.CI === 'true') throw new Error(NO_POSTGRES);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-databases-'));
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (bin) server = await startPostgres(bin);
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, postgresUrl: () => server?.url };
}
