import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { spawnDashboard } from '../support/dashboard';

it('answers at an address of loopback that is not localhost, and asks nobody else for what it answers', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-address-'));
  const { child } = await spawnDashboard(
    folder,
    { PLUMBLINE_HOST: '127.0.0.2', PLUMBLINE_PORT: '0', PLUMBLINE_KUBECONFIG: path.join(folder, 'none') },
    ['ignore', 'pipe', 'ignore'],
  );
  if (!child.stdout) throw new Error('it says nothing');
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^listening: (.*)$/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  for (const place of ['/no-page', '/%zz']) {
    const answer = await fetch(url + place);
    expect([place, answer.status, answer.headers.get('content-type')]).toEqual([
      place,
      404,
      'text/html; charset=utf-8',
    ]);
  }
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});
