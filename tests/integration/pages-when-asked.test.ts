import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';

let folder: string;
let child: ChildProcess;
let url: string;

/** Where no pages are, so that who needs them is told that something is wrong. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-no-pages-'));
  child = spawn(process.execPath, [await bundle(DASHBOARD)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PLUMBLINE_KUBECONFIG: path.join(folder, 'none'),
      PLUMBLINE_DATA_DIR: folder,
      PLUMBLINE_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  url = await new Promise((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, found] = /^listening: (.*)$/.exec(line) ?? [];
        if (found) resolve(found);
      });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
});
afterEach(async () => {
  if (child.kill('SIGTERM') && child.exitCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = async (place: string, init?: RequestInit) => (await fetch(url + place, init)).status;

it('answers probes, and refuses bodies of nobody, before any page is loaded; serves on where none can be, the API too', async () => {
  const probes = { '/api/health': 200, '/api/ready': 503, '/metrics': 200 };
  for (const [probe, status] of Object.entries(probes))
    expect([probe, await statusOf(probe)]).toEqual([probe, status]);
  const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' };
  expect(await statusOf('/api/stop', form)).toBe(415);
  for (const page of ['/', '/']) {
    const answer = await fetch(url + page);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([500, 'internal']);
    for (const place of ['/api/status', '/api/health'])
      expect([place, await statusOf(place)]).toEqual([place, 200]);
  }
});
