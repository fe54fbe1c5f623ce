import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'undici';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-dev-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npm run dev tells its pages what was edited, and its policy lets React work', async () => {
  const dev = spawn(
    process.execPath,
    ['bin/dashboard.mjs', 'dev', '--port', '0', '--data-dir', folder, '--history', '0d'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: dev.stdout }).on('line', (line) => {
        const [, found] = /^dashboard: (.*)$/.exec(line) ?? [];
        if (found) resolve(found);
      });
      dev.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
    // What a page asks first: whatever it is answered, the policy comes with it.
    const page = await fetch(`${url}/favicon.svg`);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src [^;]*'unsafe-eval'/);
    const edits = new WebSocket(`${url.replace('http', 'ws')}/_next/hmr?id=test`);
    const [{ data }] = (await once(edits, 'message')) as [{ data: string | Blob }];
    expect(await new Response(data).text()).not.toBe('');
    edits.close();
  } finally {
    if (dev.kill('SIGTERM')) await once(dev, 'exit');
  }
});
