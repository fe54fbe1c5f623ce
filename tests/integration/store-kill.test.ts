import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wallClock } from '@/server/lib/time/clock';
import { connect } from '@/server/store/database';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { expectStored, type Place, readBy, Writer } from '../support/store-writer';

const bin = postgresBin();
if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');

/** After which line each process is killed; more prove more: KILLS=100 takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 2);
const MOST_LINES = 60;
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

const place = (databaseUrl: string): Place => ({ dataDir: path.join(folder, 'data'), databaseUrl });

async function survives(databaseUrl: string): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const sinceMs = wallClock.now();
    const writer = await Writer.start(place(databaseUrl));
    await writer.until('any', 1 + Math.floor(Math.random() * MOST_LINES));
    const told = await writer.kill();
    const found = await readBy(place(databaseUrl), sinceMs, told);
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
  const writer = await Writer.start(place(postgres.url));
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
  expectStored(await readBy(place(postgres.url), sinceMs, told), told);
});

it('stores all that waits once a file that was read-only may be written again', async (context) => {
  const isRoot = process.getuid?.() === 0;
  const disk = path.join(folder, 'disk');
  const file = path.join(disk, 'a.db');
  mkdirSync(disk);
  if (isRoot) for (const owned of [folder, disk]) chownSync(owned, NOBODYS, NOBODYS);
  const start = () => Writer.start(place(`file:${file}`), isRoot ? NOBODYS : undefined);
  const former = await start();
  await former.until('stored');
  await former.kill();
  if (former.told.stored < 0) return context.skip('another user cannot run Node here');
  // SQLite goes on with a file that it has open: the mode counts for whoever opens it.
  chmodSync(file, 0o400);
  chmodSync(disk, 0o500);
  const sinceMs = wallClock.now();
  const writer = await start();
  await writer.until('away');
  const lost = writer.told.recorded;
  chmodSync(disk, 0o700);
  chmodSync(file, 0o600);
  await writer.until('back');
  await writer.until('stored', 2);
  const told = await writer.kill();
  expect(told.stored).toBeGreaterThan(lost);
  expectStored(await readBy(place(`file:${file}`), sinceMs, told), told);
});

it('refuses a SQLite file to a second process until the first has ended', async () => {
  const at = place(`file:${path.join(folder, 'a.db')}`);
  const first = await Writer.start(at);
  await first.until('stored');
  const second = await Writer.start(at);
  await second.until('away');
  expect(second.told.stored).toBe(-1);
  const back = second.until('back');
  await first.kill();
  await back;
  expect((await second.kill()).recorded).toBeGreaterThan(0);
});

it('keeps names of people in files that nobody else may read', async () => {
  const at = { dataDir: path.join(folder, 'data'), databaseUrl: '' };
  const writer = await Writer.start(at);
  await writer.until('stored', 2);
  const files = readdirSync(at.dataDir).map((name) => {
    const { mode, size } = statSync(path.join(at.dataDir, name));
    return { name, size, mode: mode & 0o777 };
  });
  await writer.kill();
  const filled = files.filter(({ size }) => size > 0);
  expect(filled.length).toBeGreaterThan(1);
  expect(filled.filter(({ mode }) => mode !== 0o600)).toEqual([]);
});
