import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { wallClock } from '@/server/lib/time/clock';
import { findProgram } from '../support/installed-program';
import { postgresBin, startPostgres } from '../support/postgres';
import { expectStored, type Place, readBy, Writer } from '../support/store-writer';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the commands below this mark in the guide. */
function run(mark: string, { dataDir, databaseUrl }: Place): void {
  const guide = readFileSync(path.join(root, 'docs/backup.md'), 'utf8');
  const commands = guide.split(`<!-- ${mark} -->\n\`\`\`sh\n`)[1]?.split('```')[0];
  if (!commands) throw new Error(`the guide has no commands for "${mark}"`);
  const env = { ...process.env, PLUMBLINE_DATA_DIR: dataDir, PLUMBLINE_DATABASE_URL: databaseUrl };
  execFileSync('sh', ['-e', '-c', commands], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Backs up while a process writes, which goes on; the restored database has all that was stored before. */
async function backsUp(database: 'sqlite' | 'postgres', from: Place, to: Place): Promise<void> {
  const sinceMs = wallClock.now();
  const writer = await Writer.start(from);
  await writer.until('stored', 3);
  const told = { ...writer.told };
  run(`${database}: back up`, from);
  await writer.until('stored', 3);
  expect((await writer.kill()).stored).toBeGreaterThan(told.stored);
  run(`${database}: restore`, to);
  expectStored(await readBy(to, sinceMs, told), told);
}

const place = (name: string, databaseUrl = ''): Place => {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  return { dataDir, databaseUrl };
};

it('a SQLite file backed up while in use has everything stored before', async (context) => {
  if (!findProgram('sqlite3')) return context.skip('sqlite3 is not installed: apt-get install sqlite3');
  await backsUp('sqlite', place('data'), place('restored'));
});

it('a PostgreSQL database backed up while in use has everything stored before, also in place of another', async (context) => {
  const bin = postgresBin();
  if (!bin || !findProgram('pg_dump'))
    return context.skip('PostgreSQL is not installed: apt-get install postgresql');
  const server = await startPostgres(bin);
  try {
    await backsUp('postgres', place('data', server.url), place('restored', server.url));
  } finally {
    await server.close();
  }
});
