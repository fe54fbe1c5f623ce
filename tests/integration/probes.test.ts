import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET as getMetrics } from '@/app/metrics/route';
import { serveProbes } from '@/server/host/http/probe-server';
import { ApiCluster } from '../support/api-cluster';
import { freePort } from '../support/free-port';
import { Recommending } from '../support/recommending';

const HOST = '127.0.0.1';

let cluster: ApiCluster;
let process: Recommending;
let port: number;
let server: Server | undefined;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  port = await freePort();
  process = await Recommending.start(cluster, {
    auth: 'token',
    sessionKeys: ['k'.repeat(32)],
    metricsPort: port,
  });
  await process.firstPass();
  server = await serveProbes({ metricsPort: port, host: HOST });
});
afterAll(async () => {
  server?.close();
  await process?.stop();
  await cluster?.close();
});

const ask = (path: string, init?: RequestInit) => fetch(`http://${HOST}:${port}${path}`, init);

it.each([
  ['/healthz', /"ok":true/],
  ['/readyz', /"ready":true/],
  ['/metrics', /^vpa_recommender_/m],
])('answers %s on a port of its own, without a login', async (path, text) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  expect(await response.text()).toMatch(text);
});

it.each([
  '/',
  '/api/status',
  '/api/workloads',
  '/login',
  '/metrics/',
  '/../metrics%00',
  '/__proto__',
  '/constructor',
])('has nothing else there: %s', async (path) => {
  expect((await ask(path)).status).toBe(404);
});

it('changes nothing there', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await ask('/api/stop', { method, body: '{"scope":{"kind":"all"}}' })).status).toBe(405);
});

it('has no metrics on the port of the dashboard then', async () => {
  const handler = getMetrics as unknown as (request: Request, context: object) => Promise<Response>;
  const response = await handler(new Request('http://localhost/metrics'), { params: Promise.resolve({}) });
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(`port ${port}`)]);
});

it('says that the port cannot be used', async () => {
  await expect(serveProbes({ metricsPort: port, host: HOST })).rejects.toThrow(
    `PLUMBLINE_METRICS_PORT=${port} on ${HOST} cannot be used`,
  );
});

it('needs no port', async () => {
  expect(await serveProbes({ metricsPort: 0, host: HOST })).toBeUndefined();
});
