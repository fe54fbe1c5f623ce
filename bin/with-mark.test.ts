import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withMark } from './with-mark.mjs';

const ours = [String(process.pid)];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-mark-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that cannot do its work. */
function otherFails() {
  const module = JSON.stringify(path.join(import.meta.dirname, 'with-mark.mjs'));
  const script = `import(${module}).then(({ withMark }) => withMark(${JSON.stringify(folder)}, () => process.exit(7)))`;
  const exiting = spawnSync(process.execPath, ['-e', script]).status;
  const throwing = spawnSync(process.execPath, ['-e', script.replace('process.exit(7)', '{ throw 1; }')]);
  return [exiting, throwing.status];
}

it('keeps its mark while others begin and fail', async () => {
  await withMark(folder, async () => {
    expect(otherFails()).toEqual([7, 1]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(ours));
  });
  expect(existsSync(folder)).toBe(false);
});

it('takes away its own mark alone where it fails', async () => {
  writeFileSync(path.join(folder, '1'), '');
  const failing = withMark(folder, async () => {
    expect(readdirSync(folder).sort()).toEqual(['1', ...ours].sort());
    throw new Error('no room left');
  });
  await expect(failing).rejects.toThrow('no room left');
  expect(readdirSync(folder)).toEqual(['1']);
});
