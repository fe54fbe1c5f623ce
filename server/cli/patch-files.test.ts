import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFolder } from './patch-files';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each(['../beside.yaml', '/tmp/plumbline-beside.yaml', 'shop/../../beside.yaml'])(
  'writes no file outside of the folder, whatever a dashboard answers: %s',
  (outside) => {
    const into = path.join(folder, 'patches');
    expect(() => writeFolder(into, [{ path: outside, text: '' }])).toThrow('lies outside of');
    expect(existsSync(path.resolve(into, outside))).toBe(false);
  },
);

it('writes nothing that commands a terminal, and keeps ends of lines', () => {
  writeFolder(folder, [{ path: 'a.csv', text: 'a\tb\r\nc\u001b[2Jd\r\u009be\u0007\n' }]);
  expect(readFileSync(path.join(folder, 'a.csv'), 'utf8')).toBe('a\tb\r\nc[2Jde\n');
});
