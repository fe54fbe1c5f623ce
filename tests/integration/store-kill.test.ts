import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
import { connect } from '@/server/store/database';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { stored } from '../support/updating';

const bin = postgresBin();
if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');

/** After which line each process is killed; more prove more: KILLS=100 takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 2);
const MOST_LINES = 60;
const PAGE = 500;
const HOUR_MS = 3_600_000;
/** The user without rights, and its group. */
const NOBODYS = 65_534;

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
  /** The process, and the time of its first point. */
  pid: number;
  startMs: number;
}

/** A process that writes, as the user `uid`, and what it says. */
class Writer {
  readonly told: Told = { recorded: -1, stored: -1, atMs: 0, pid: 0, startMs: 0 };
  private readonly ended: Promise<unknown>;
  private waiting: { word: string; more: number; reached: () => void } | undefined;

  private constructor(private readonly child: ReturnType<typeof spawn>) {
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.take(line));
  }

  static async start(databaseUrl: string, uid?: number): Promise<Writer> {
    const child = spawn(process.execPath, [await bundle('tests/support/journal-writer.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid && { uid, gid: uid }),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PLUMBLINE_DATA_DIR: path.join(folder, 'data'),
        PLUMBLINE_DATABASE_URL: databaseUrl,
      },
    });
    return new Writer(child);
  }

  /** Resolves once it has said a word so many times more. */
  until(word: string, more = 1): Promise<unknown> {
    const reached = new Promise<void>((resolve) => {
      this.waiting = { word, more, reached: resolve };
    });
    return Promise.race([reached, this.ended]);
  }

  async kill(): Promise<Told> {
    this.child.kill('SIGKILL');
    await this.ended;
    return this.told;
  }

  private take(line: string): void {
    const { told, waiting } = this;
    const [word, count, atMs, pid, startMs] = line.split(' ');
    if (word === 'recorded')
      Object.assign(told, {
        recorded: Number(count),
        atMs: Number(atMs),
        pid: Number(pid),
        startMs: Number(startMs),
      });
    else if (word === 'stored') told.stored = Number(count);
    if (waiting && (waiting.word === word || waiting.word === 'any') && --waiting.more === 0)
      waiting.reached();
  }
}

interface Found {
  records: Stored<AuditRecord>[];
  /** Targets of the points, one a minute. */
  targets: (number | undefined)[];
  happenings: number;
}

/** Everything stored of one process, read by the next. */
async function readBy(databaseUrl: string, sinceMs: number, { pid, startMs }: Told): Promise<Found> {
  const config = defaultConfig({ dataDir: path.join(folder, 'data'), databaseUrl });
  const { journal, series, close } = reading(config);
  await stored(journal);
  const records: Stored<AuditRecord>[] = [];
  for (let after: Stored<AuditRecord> | undefined; ; after = records.at(-1)) {
    const query = { kinds: ['change', 'gap'] as const, sinceMs, order: 'oldest' as const, after };
    const page = await journal.audit({ ...query, limit: PAGE });
    records.push(...page);
    if (page.length < PAGE) break;
  }
  const key = { namespace: 'shop', vpa: 'web', container: `run-${pid}` };
  const span = { fromMs: startMs, toMs: startMs + 365 * 24 * HOUR_MS };
  const { points } = await series.past(key, span, Number.POSITIVE_INFINITY);
  const happenings = await series.happenings(key, span, 100_000);
  await close();
  return { records, targets: points.map(({ cpu }) => cpu.target), happenings: happenings.length };
}

function reading(config: ReturnType<typeof defaultConfig>) {
  const store = openStore(config, { clock: wallClock, wallClock, log: silentLogger, loops: NOBODY });
  return { journal: store.journal, series: store.series, close: () => store.close() };
}

function expectStored({ records, targets, happenings }: Found, told: Told): void {
  const changes = new Set(records.flatMap((one) => (one.kind === 'change' ? [Number(one.name)] : [])));
  const acknowledged = Array.from({ length: told.stored + 1 }, (_, count) => count);
  expect(acknowledged.filter((count) => !changes.has(count))).toEqual([]);
  expect(targets.slice(0, told.stored + 1)).toEqual(acknowledged.map((count) => count + 1));
  expect(happenings).toBeGreaterThan(told.stored);
}

async function survives(databaseUrl: string): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const sinceMs = wallClock.now();
    const writer = await Writer.start(databaseUrl);
    await writer.until('any', 1 + Math.floor(Math.random() * MOST_LINES));
    const told = await writer.kill();
    const found = await readBy(databaseUrl, sinceMs, told);
    expectStored(found, told);
    const changes = found.records.flatMap((one) => (one.kind === 'change' ? [Number(one.name)] : []));
    expect(changes).toEqual(changes.map((_, index) => index));
    if (changes.length <= told.recorded)
      expect(
        found.records.some(
          (record) => record.kind === 'gap' && record.sinceMs <= told.atMs && told.atMs <= record.atMs,
        ),
      ).toBe(true);
  }
}

it('keeps what a killed process reported as stored, and a gap where more was recorded, in SQLite', async () => {
  const url = `file:${path.join(folder, 'a.db')}`;
  await survives(url);
  const database = await connect(url);
  expect(await database.$queryRawUnsafe('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  await database.$disconnect();
});

it.skipIf(!bin)('does so in PostgreSQL as well', async () => {
  postgres = await startPostgres(bin ?? '');
  await survives(postgres.url);
});

it.skipIf(!bin)('loses nothing it stored while PostgreSQL crashes and starts again', async () => {
  postgres = await startPostgres(bin ?? '');
  const sinceMs = wallClock.now();
  const writer = await Writer.start(postgres.url);
  await writer.until('stored', 2);
  for (let crash = 0; crash < KILLS; crash++) {
    const away = writer.until('away');
    await postgres.crash();
    await away;
    const back = writer.until('back');
    await postgres.start();
    await back;
    await writer.until('stored', 2);
  }
  const told = await writer.kill();
  expect(told.stored).toBeGreaterThan(0);
  expectStored(await readBy(postgres.url, sinceMs, told), told);
});

it('stores all that waits once a file that was read-only may be written again', async (context) => {
  const isRoot = process.getuid?.() === 0;
  const place = path.join(folder, 'place');
  const file = path.join(place, 'a.db');
  mkdirSync(place);
  if (isRoot) for (const owned of [folder, place]) chownSync(owned, NOBODYS, NOBODYS);
  const sinceMs = wallClock.now();
  const writer = await Writer.start(`file:${file}`, isRoot ? NOBODYS : undefined);
  await writer.until('stored');
  if (writer.told.stored < 0) return context.skip('another user cannot run Node here');
  chmodSync(file, 0o400);
  chmodSync(place, 0o500);
  await writer.until('away');
  const lost = writer.told.recorded;
  chmodSync(place, 0o700);
  chmodSync(file, 0o600);
  await writer.until('back');
  await writer.until('stored', 2);
  const told = await writer.kill();
  expect(told.stored).toBeGreaterThan(lost);
  expectStored(await readBy(`file:${file}`, sinceMs, told), told);
});
