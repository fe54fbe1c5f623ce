import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiBefore } from '@/server/host/http/api-server';
import { dashboardServer } from '@/server/host/http/dashboard-server';
import { ApiCluster } from '../support/api-cluster';
import { sendRaw } from '../support/raw-http';
import { Recommending } from '../support/recommending';

const WORKLOADS = 10;

let cluster: ApiCluster;
let process: Recommending;
let server: Server;
let url: string;
let pagesAsked: string[] = [];

beforeAll(async () => {
  cluster = await ApiCluster.start();
  for (let index = 0; index < WORKLOADS; index++) {
    await cluster.workload(`web-${index}`, []);
    await cluster.autoscaler(`web-${index}`);
  }
  process = await Recommending.start(cluster);
  await process.firstPass();
  const serve = apiBefore(async ({ url: asked = '' }, response) => {
    pagesAsked.push(asked);
    response.end('a page');
  });
  server = dashboardServer(process.running.config, Promise.resolve(), serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await process?.stop();
  await cluster?.close();
});
beforeEach(() => {
  pagesAsked = [];
});

const ask = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

/** As it comes over the wire; `fetch` unpacks. */
function rawGet(path: string, headers: Record<string, string>) {
  return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>(
    (resolve, reject) => {
      get(url + path, { headers, agent: false }, async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
        const { 'content-encoding': encoding, vary } = response.headers;
        resolve({ encoding, vary, body: Buffer.concat(parts) });
      }).on('error', reject);
    },
  );
}

it.each(['/api/status', '/api/v1/status', '/api/workloads?sort=waste', '/api/workloads/shop/web-1'])(
  'answers %s as data, without a page',
  async (path) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(await answer.json()).toBeInstanceOf(Object);
    expect(pagesAsked).toEqual([]);
  },
);

it('hands on what is not below /api', async () => {
  for (const path of ['/', '/api', '/apis/x', '/workloads']) expect((await ask(path)).status).toBe(200);
  expect(pagesAsked).toEqual(['/', '/api', '/apis/x', '/workloads']);
});

it('answers HEAD as GET, without the body', async () => {
  const [whole, head] = [await ask('/api/workloads'), await ask('/api/workloads', { method: 'HEAD' })];
  expect([head.status, head.headers.get('etag')]).toEqual([200, whole.headers.get('etag')]);
  expect(await head.text()).toBe('');
});

it('answers a revision that is known with nothing', async () => {
  const etag = (await ask('/api/workloads')).headers.get('etag') ?? '';
  const again = await ask('/api/workloads', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'Accept-Encoding']);
});

it('says which methods a route has', async () => {
  const options = await ask('/api/stop', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, POST']);
  const headers = { 'content-type': 'application/json' };
  const put = await ask('/api/stop', { method: 'PUT', body: '{}', headers });
  expect([put.status, put.headers.get('allow'), await codeOf(put)]).toEqual([
    405,
    'DELETE, GET, HEAD, OPTIONS, POST',
    'bad-method',
  ]);
});

it.each([
  ['/api/nothing', 404, 'not-found'],
  ['/api/workloads/a/b/c/d/e', 404, 'not-found'],
  ['/api/constructor', 404, 'not-found'],
  ['/api/%zz', 400, 'bad-request'],
])('refuses %s', async (path, status, code) => {
  const answer = await ask(path);
  expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
  expect(pagesAsked).toEqual([]);
});

it.each([
  ['/api/status/?a=1', '/api/status?a=1'],
  ['/api//status', '/api/status'],
])('leads %s to %s', async (path, location) => {
  const answer = await ask(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
});

it('reads names as they were before they were put into an address', async () => {
  const answer = await ask('/api/workloads/shop/a%2Fb%20c');
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('a/b c')]);
});

it('takes what is written out before what is a name', async () => {
  expect(await (await ask('/api/workloads/search?q=web-1')).json()).toHaveProperty('q', 'web-1');
  expect(await codeOf(await ask('/api/clusters/rules'))).toBe('no-hub');
});

it.each(['/api/workloads', '/api/workloads/export?format=csv'])(
  'packs %s for who takes that alone',
  async (path) => {
    const plain = await rawGet(path, {});
    const packed = await rawGet(path, { 'accept-encoding': 'gzip' });
    expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
    expect([plain.vary, packed.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.body.byteLength).toBeLessThan(plain.body.byteLength);
  },
);

it('reads a body, and says which field of it cannot be used', async () => {
  const body = JSON.stringify({ scope: { kind: 'nothing' } });
  const answer = await sendRaw(
    url,
    'POST /api/stop',
    ['Host: localhost', 'Content-Type: application/json'],
    body,
  );
  expect([answer.status, answer.body]).toEqual([422, expect.stringContaining('scope')]);
});

it.each([
  ['/api/nothing', 404],
  ['/api/workloads', 405],
])(
  'reads what is sent to %s to its end, else the answer is lost with the connection',
  async (path, status) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(path, { method: 'POST', body: 'x'.repeat(900_000), headers });
    expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'keep-alive']);
  },
);
