import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { slopesBench } from './slopes';

it('draws what was measured before, and keeps it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-slopes-'));
  const [csv, picture] = ['slopes.csv', 'slopes.svg'].map((name) => path.join(folder, name));
  const rows = 'pass,s of CPU,1000,0.06\npass,s of CPU,10000,0.31\nmemory,MB,1000,150\n';
  try {
    writeFileSync(csv ?? '', rows);
    expect(await slopesBench.run({ only: 'nothing', csv, picture })).toEqual([]);
    expect(readFileSync(csv ?? '', 'utf8')).toBe(rows);
    expect(readFileSync(picture ?? '', 'utf8')).toContain('>0.06, 0.31 s of CPU<');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
