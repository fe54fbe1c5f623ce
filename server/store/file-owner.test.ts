import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '@/bin/root.mjs';
import { DatabaseTaken, takeFile } from './file-owner';

const LOCKING = `
  import { PrismaLibSql } from '@prisma/adapter-libsql';
  const settings = { url: 'file:' + process.argv[1] + '.lock', timeout: 0 };
  await new PrismaLibSql(settings).createClient(settings).execute('BEGIN EXCLUSIVE');
  console.log('taken');
  setInterval(() => {}, 1000);`;

it('is taken by one process at a time, and given back by one that is killed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'data/plumbline.db');
  await (await takeFile(file))();

  const other = spawn(process.execPath, ['--input-type=module', '-e', LOCKING, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => other.once('exit', resolve));
  onTestFinished(() => void other.kill('SIGKILL'));
  expect(await Promise.race([once(other.stdout, 'data').then(String), ended])).toBe('taken\n');
  await expect(takeFile(file)).rejects.toThrow(DatabaseTaken);
  await expect(takeFile(file)).rejects.toThrow(`another process has opened ${file}`);

  other.kill('SIGKILL');
  await ended;
  const giveBack = [await takeFile(file), await takeFile(file)];
  for (const give of giveBack) await give();
  await (await takeFile(file))();
});
