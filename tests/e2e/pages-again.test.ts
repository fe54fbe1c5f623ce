import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { root } from '@/bin/root.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';

/** Runs the dashboard in a folder of its own with the built pages, as `change` leaves them, and asks it. */
async function inAFolder(
  change: (folder: string) => void,
  ask: (url: string, folder: string) => Promise<void>,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-again-'));
  cpSync(path.join(root, '.next'), path.join(folder, '.next'), {
    recursive: true,
    filter: (from) => !from.includes('/.next/cache') && !from.includes('/.next/dev'),
  });
  for (const shared of ['node_modules', 'package.json', 'next.config.js'])
    symlinkSync(path.join(root, shared), path.join(folder, shared));
  change(folder);
  const child = spawn(process.execPath, [await bundle(DASHBOARD)], {
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
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^listening: (.*)$/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  await ask(url, folder);
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

const statuses = (url: string) =>
  Promise.all(['/', '/workloads', '/api/status'].map(async (place) => (await fetch(url + place)).status));

it.each(['BUILD_ID', 'server/app-paths-manifest.json'])(
  'shows the pages once %s can be read that could not at first',
  async (file) => {
    const needed = (folder: string) => path.join(folder, '.next', file);
    await inAFolder(
      (folder) => renameSync(needed(folder), `${needed(folder)}.away`),
      async (url, folder) => {
        expect(await statuses(url)).toEqual([500, 500, 200]);
        renameSync(`${needed(folder)}.away`, needed(folder));
        expect(await statuses(url)).toEqual([200, 200, 200]);
      },
    );
  },
);

it('says that the pages are being built, and shows them once they are', async () => {
  const builder = (folder: string) => path.join(folder, '.build/builders-of-pages', String(process.pid));
  await inAFolder(
    (folder) => {
      mkdirSync(path.dirname(builder(folder)), { recursive: true });
      writeFileSync(builder(folder), '');
    },
    async (url, folder) => {
      const page = await fetch(url, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('refresh')]).toEqual([503, '1']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await page.text()).toContain('its pages are being built');
      const file = await fetch(`${url}/_next/static/a.js`);
      expect([file.status, await file.json()]).toEqual([503, expect.objectContaining({ code: 'not-ready' })]);
      expect(await statuses(url)).toEqual([503, 503, 200]);
      rmSync(builder(folder));
      expect(await statuses(url)).toEqual([200, 200, 200]);
    },
  );
});

it('waits for no build that was ended half-way', async () => {
  const ended = spawnSync(process.execPath, ['-e', '']);
  await inAFolder(
    (folder) => {
      const builders = path.join(folder, '.build/builders-of-pages');
      mkdirSync(builders, { recursive: true });
      writeFileSync(path.join(builders, String(ended.pid)), '');
    },
    async (url) => expect(await statuses(url)).toEqual([200, 200, 200]),
  );
});
