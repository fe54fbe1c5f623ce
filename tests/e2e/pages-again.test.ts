import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { root } from '@/bin/root.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';

it.each(['BUILD_ID', 'server/app-paths-manifest.json'])(
  'shows the pages once %s can be read that could not at first',
  async (file) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-again-'));
    cpSync(path.join(root, '.next'), path.join(folder, '.next'), {
      recursive: true,
      filter: (from) => !from.includes('/.next/cache') && !from.includes('/.next/dev'),
    });
    for (const shared of ['node_modules', 'package.json', 'next.config.js'])
      symlinkSync(path.join(root, shared), path.join(folder, shared));
    const needed = path.join(folder, '.next', file);
    renameSync(needed, `${needed}.away`);
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
    const statuses = async () => [(await fetch(url)).status, (await fetch(`${url}/api/status`)).status];
    expect(await statuses()).toEqual([500, 500]);
    renameSync(`${needed}.away`, needed);
    expect(await statuses()).toEqual([200, 200]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  },
);
