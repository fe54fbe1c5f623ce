import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxy } from '@/proxy';
import { defaultConfig } from '@/server/config';
import type { Handler } from '@/server/host/api/handlers';
import { compose } from '@/server/host/compose';
import { dashboardServer } from '@/server/host/http/dashboard-server';
import { type Runtime, shareRuntime, withdrawAccess, withdrawRuntime } from '@/server/host/runtime';

/** Served to everybody: probes, and what people need before they sign in. */
const PUBLIC = ['ready', 'health', 'session', 'session/start', 'session/callback'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const api = fileURLToPath(new URL('../../server/host/api/', import.meta.url));
const paths = readdirSync(api, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map(path.dirname)
  .sort();

let running: Runtime;
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-closed-'));

// The parts in the wrong order: there is something to show, and nobody who knows who may see it.
beforeAll(async () => {
  const config = defaultConfig({
    dataDir: folder,
    kubeconfig: path.join(folder, 'none'),
    logLevel: 'silent',
  });
  running = await compose(config, { roles: [] });
  withdrawAccess();
  shareRuntime(running);
});
afterAll(async () => {
  withdrawRuntime();
  await running.stop();
  rmSync(folder, { recursive: true });
});

describe('while nobody knows who may see what', () => {
  it('there are routes to ask', () => expect(paths.length).toBeGreaterThan(50));

  it.each(paths.filter((known) => !PUBLIC.includes(known)))('/api/%s answers nobody', async (known) => {
    const route: Partial<Record<(typeof METHODS)[number], Handler>> = await import(
      path.join(api, known, 'route.ts')
    );
    for (const method of METHODS) {
      const handler = route[method];
      if (!handler) continue;
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
      const request = new Request(`http://localhost/api/${known}`, { method, ...body });
      const params = { namespace: 'shop', name: 'web', kind: 'Deployment', id: '1', node: 'a' };
      const response = await handler(request, params as never);
      expect([method, response.status, await response.text()]).toEqual([
        method,
        503,
        expect.stringContaining('not-ready'),
      ]);
    }
  });

  it.each(['/', '/workloads', '/api/status', '/metrics', '/a/'])(
    'the server passes nobody on to %s',
    async (place) => {
      const server = dashboardServer(running.config, Promise.resolve(), async (_, response) => {
        response.end('a page');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      expect((await fetch(`http://127.0.0.1:${port}${place}`)).status).toBe(503);
      server.closeAllConnections();
      server.close();
    },
  );

  it.each(['/', '/workloads'])('the proxy passes nobody on to %s', async (page) => {
    expect((await proxy(new NextRequest(`http://localhost${page}`))).status).toBe(503);
  });
});
