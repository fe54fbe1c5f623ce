import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database } from './database';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-closing-client-'));
  database = await connect(`file:${path.join(folder, 'some.db')}`);
  await database.$executeRawUnsafe('CREATE TABLE numbers (number INTEGER UNIQUE)');
});
afterEach(async () => {
  await database.$disconnect();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (number: number) => database.$executeRawUnsafe(`INSERT INTO numbers VALUES (${number})`);
const numbers = async () =>
  (await database.$queryRawUnsafe<{ number: bigint }[]>('SELECT number FROM numbers ORDER BY number')).map(
    ({ number }) => Number(number),
  );

describe('transactions', () => {
  it('leave nothing of what failed half-way, and the next are carried out', async () => {
    await insert(1);
    await expect(database.$transaction([insert(2), insert(1)])).rejects.toThrow();
    await database.$transaction([insert(3), insert(4)]);
    expect(await numbers()).toEqual([1, 3, 4]);
  });

  it('leave nothing locked whose commit fails, to this process or to another', async () => {
    await database.$queryRawUnsafe('PRAGMA journal_mode = WAL');
    await database.$executeRawUnsafe(
      'CREATE TABLE halves (whole INTEGER REFERENCES numbers (number) DEFERRABLE INITIALLY DEFERRED)',
    );
    const orphan = database.$executeRawUnsafe('INSERT INTO halves VALUES (7)');
    await expect(database.$transaction([insert(1), orphan])).rejects.toThrow(/FOREIGN KEY/);
    const other = await connect(`file:${path.join(folder, 'some.db')}`);
    await other.$executeRawUnsafe('INSERT INTO numbers VALUES (2)');
    await other.$disconnect();
    await database.$transaction([insert(3)]);
    expect(await numbers()).toEqual([2, 3]);
  });

  it('and other queries at once do not mix', async () => {
    const all = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0
        ? database.$transaction([insert(index), insert(index)]).catch(() => undefined)
        : insert(index),
    );
    await Promise.all(all);
    expect(await numbers()).toEqual(
      Array.from({ length: 30 }, (_, index) => index).filter((index) => index % 3 !== 0),
    );
  });

  it('wait for a lock of another program, also once one has ended', async () => {
    await database.$transaction([insert(1)]);
    const file = path.join(folder, 'some.db');
    const script = `
      const database = new (require('libsql'))(process.argv[1]);
      database.exec('BEGIN EXCLUSIVE');
      console.log('held');
      setTimeout(() => database.exec('COMMIT'), 500);`;
    const holder = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    await insert(2);
    await database.$transaction([insert(3)]);
    expect(await numbers()).toEqual([1, 2, 3]);
  });
});
