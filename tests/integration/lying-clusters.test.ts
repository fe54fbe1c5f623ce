import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from '../support/ended-program';

const COMMAND = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));

const both = (cpu: number, memory: number) => ({ cpu, memory });
const COST = {
  pods: { counted: 2 },
  amounts: { requests: both(500, 2e9), target: both(300, 1e9), saving: both(200, 1e9), growth: both(0, 0) },
};
const costs = (row: object, view: object = {}) => ({
  rows: [{ namespace: 'shop', name: 'web', workloads: 1, cost: COST, ...row }],
  pages: 1,
  totals: { ...COST, workloads: 1 },
  ...view,
});

const LIES: Record<string, (page: number) => unknown> = {
  honest: () => costs({}),
  endless: (page) => costs({}, { pages: page + 1 }),
  'no-rows': () => ({}),
  'no-amounts': () => costs({ cost: { pods: { counted: 1 }, amounts: {} } }),
  'no-currency': () => costs({}, { currency: '\u001b[31m' }),
  'acts-on-terminals': () => costs({ name: '\u001b[2Jweb\u202e' }),
};

/** A hub whose clusters answer what they like. */
function lyingHub(): Server {
  return createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [, cluster = ''] = /clusters\/([^/]+)\//.exec(pathname) ?? [];
    const rows = Object.keys(LIES).map((name) => ({ name, labels: {} }));
    const answer = cluster ? LIES[cluster]?.(Number(searchParams.get('page'))) : { rows };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
}

describe('clusters of a hub that answer something else than they should', () => {
  const hub = lyingHub();
  let server: string;

  beforeAll(async () => {
    await once(hub.listen(0, '127.0.0.1'), 'listening');
    const address = hub.address();
    server = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  });
  afterAll(() => hub.close());

  const plumbline = (...args: string[]) =>
    ended(process.execPath, [COMMAND, ...args, '--server', server], tmpdir());

  it('cost only themselves in a scan', async () => {
    const { out, code } = await plumbline('scan', '--clusters', 'all');
    expect(code).toBe(1);
    expect(out).toMatch(/== honest\n.*\nshop\/web /);
    expect(out).toMatch(/== endless\nerror: .* more than 2000 pages/);
    for (const name of ['no-rows', 'no-amounts', 'no-currency']) expect(out).toContain(`== ${name}\nerror: `);
    expect(out).toMatch(/== Scan of 6 clusters, of which 4 are not counted/);
  });

  it('send nothing to the terminal', async () => {
    const { out } = await plumbline('scan', '--clusters', 'acts-on-terminals');
    expect(out).toContain('[2Jweb');
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('cost only themselves in an inbox', async () => {
    const { out, code } = await plumbline('inbox', '--clusters', 'no-rows');
    expect(code).toBe(1);
    expect(out).toContain('== no-rows\nerror: Its answer cannot be read.');
  });
});
