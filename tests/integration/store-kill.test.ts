import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/log';
import { NOBODY } from '@/server/repeat';
import { type AuditRecord, openStore, type Stored } from '@/server/store';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { stored } from '../support/updating';

const bin = postgresBin();
if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');

/** After which line each process is killed; more prove more: KILLS=100 takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 2);
const MOST_LINES = 60;
const PAGE = 500;

let folder: string;
let postgres: PostgresServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-store-kill-'));
});
afterEach(async () => {
  await postgres?.close();
  postgres = undefined;
  rmSync(folder, { recursive: true, force: true });
});

interface Told {
  /** The last change the process reported as recorded, and the last as stored. */
  recorded: number;
  stored: number;
  atMs: number;
}

/** One run of a process that writes, until it has printed this many lines and is killed. */
async function live(databaseUrl: string, lines: number): Promise<Told> {
  const child = spawn(process.execPath, [await bundle('tests/support/journal-writer.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PLUMBLINE_DATA_DIR: folder,
      PLUMBLINE_DATABASE_URL: databaseUrl,
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const told: Told = { recorded: -1, stored: -1, atMs: 0 };
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, count, atMs] = line.split(' ');
    if (word === 'recorded') Object.assign(told, { recorded: Number(count), atMs: Number(atMs) });
    else told.stored = Number(count);
    if (++seen === lines) child.kill('SIGKILL');
  }
  await ended;
  return told;
}

/** Everything stored since a time, read by the next process. */
async function recordSince(databaseUrl: string, sinceMs: number): Promise<Stored<AuditRecord>[]> {
  const config = defaultConfig({ dataDir: folder, databaseUrl });
  const store = openStore(config, { clock: wallClock, wallClock, log: silentLogger, loops: NOBODY });
  await stored(store.journal);
  const found: Stored<AuditRecord>[] = [];
  for (let after: Stored<AuditRecord> | undefined; ; after = found.at(-1)) {
    const query = { kinds: ['change', 'gap'] as const, sinceMs, order: 'oldest' as const, after };
    const page = await store.journal.audit({ ...query, limit: PAGE });
    found.push(...page);
    if (page.length < PAGE) break;
  }
  await store.close();
  return found;
}

async function survives(databaseUrl: string): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const sinceMs = wallClock.now();
    const told = await live(databaseUrl, 1 + Math.floor(Math.random() * MOST_LINES));
    const found = await recordSince(databaseUrl, sinceMs);
    const changes = found.flatMap((record) => (record.kind === 'change' ? [Number(record.name)] : []));
    expect(changes).toEqual(changes.map((_, index) => index));
    expect(changes.length).toBeGreaterThan(told.stored);
    if (changes.length <= told.recorded)
      expect(
        found.some(
          (record) => record.kind === 'gap' && record.sinceMs <= told.atMs && told.atMs <= record.atMs,
        ),
      ).toBe(true);
  }
}

it('keeps what a killed process reported as stored, and a gap where more was recorded, in SQLite', () =>
  survives(`file:${path.join(folder, 'a.db')}`));

it.skipIf(!bin)('does so in PostgreSQL as well', async () => {
  postgres = await startPostgres(bin ?? '');
  await survives(postgres.url);
});
